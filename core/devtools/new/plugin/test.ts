import type { PluginNames } from './names.ts';

/** Text of `test/resources/notes.test.ts`, which passes unchanged. */
export const test = ({
  plugin,
  address,
}: PluginNames): string => `import { createTestKernel, expect } from 'lectern/testing';
import type { TestKernel } from 'lectern/testing';

const address = '/api${address}';

describe('${plugin}', () => {
  let test: TestKernel;
  let student: { 'X-Auth-Token': string };

  before(async () => {
    test = await createTestKernel({ modules: [new URL('../..', import.meta.url)] });
    student = await test.as('student');
  });
  afterEach(() => test.reset());
  after(() => test.stop());

  const add = (text: string) => test.api.post(address).set(student).send({ text });

  it('stores a note', async () => {
    test.clock.set('2026-01-31T08:00:00Z');
    const added = await add('Buy chalk').expect(201);
    expect(added).to.match.openapi;
    expect(added.body.text).to.equal('Buy chalk');
    expect(new Date(added.body.createdTime)).to.deep.equal(new Date('2026-01-31T08:00:00Z'));

    const listed = await test.api.get(address).set(student).expect(200);
    expect(listed).to.match.openapi;
    expect(listed.body.data).to.deep.equal([{ id: added.body.id, text: 'Buy chalk' }]);
  });

  it('hides a note from other users', async () => {
    const { id } = (await add('A secret').expect(201)).body;
    const answer = await test.api.get(\`\${address}/\${id}\`).set(await test.as('teacher'));
    expect(answer).to.match.openapi;
    expect(answer.status).to.equal(404);
  });

  it('deletes a note', async () => {
    const { id } = (await add('Old').expect(201)).body;
    expect(await test.api.delete(\`\${address}/\${id}\`).set(student).expect(200)).to.match.openapi;
    expect(await test.api.get(\`\${address}/\${id}\`).set(student).expect(404)).to.match.openapi;
  });

  it('refuses a note without a text', async () => {
    expect(await test.api.post(address).set(student).send({}).expect(422)).to.match.openapi;
  });

  it('refuses callers who have not signed in', async () => {
    expect(await test.api.get(address).expect(401)).to.match.openapi;
  });
});
`;
