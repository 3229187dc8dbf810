import { expect } from 'chai';
import { createTestKernel, type TestKernel } from 'lectern/testing';

describe('the override of articles in custom/', () => {
  let platform: TestKernel;
  let student: { 'X-Auth-Token': string };

  before(async () => {
    platform = await createTestKernel();
    student = await platform.as('student');
  });
  after(() => platform?.stop());

  const get = (path: string) => platform.api.get(path).set(student);

  it('adds the reading time of an article as a header', async () => {
    expect((await get('/api/articles/5').expect(200)).headers['x-reading-minutes']).to.equal('1');
    const { database } = platform.kernel.services;
    await database
      .table('articles')
      .where({ id: 6 })
      .update({ body: `<p class="long">${'字'.repeat(401)}</p>` });
    expect((await get('/api/articles/6').expect(200)).headers['x-reading-minutes']).to.equal('2');
  });

  it('describes the header in the OpenAPI document', () => {
    const operation = (platform.document.paths as Record<string, any>)['/api/articles/{id}'].get;
    expect(operation.responses['200'].headers).to.have.nested.property('X-Reading-Minutes.required', false);
  });

  it('leaves the body of the answer as core makes it', async () => {
    const { body } = await get('/api/articles/5').expect(200);
    const inList = (await get('/api/articles?limit=100')).body.data.find(({ id }: { id: string }) => id === '5');
    expect(body).to.deep.equal(inList);
  });

  it('leaves lists and error answers to core', async () => {
    expect((await get('/api/articles').expect(200)).headers).to.not.have.property('x-reading-minutes');
    expect((await get('/api/articles/999').expect(404)).body.error.code).to.equal(10);
    expect((await platform.api.get('/api/articles/5').expect(401)).body.error.code).to.equal(11);
  });

  it('appears in the list of routes with the overridden file', () => {
    const routes = platform.kernel.routes.filter(({ address }) => address.startsWith('/articles'));
    const facts = routes.map(({ operation, layer, file, overridden }) => [
      operation,
      layer,
      file,
      overridden.map((one) => one.file),
    ]);
    const core = (operation: string) => [operation, 'core', 'core/platform/articles/resources/articles.ts', []];
    expect(facts).to.deep.equal([
      core('add'),
      core('search'),
      ['get', 'custom', 'custom/resources/articles.ts', ['core/platform/articles/resources/articles.ts']],
      core('remove'),
      core('update'),
    ]);
  });
});
