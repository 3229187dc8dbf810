import { expect } from 'chai';
import { startPlatform } from '../../../support/platform.ts';
import { prepared, started } from '../../../support/started.ts';

describe('Explanations of routes in the console', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));

  const explain = (query: object) => platform.api.get('/api/console/route_explanations').query(query).set(manager);

  it('name the chain with files and lines, the input, the filter and the failures', async () => {
    const { body } = await explain({ method: 'PATCH', path: '/api/articles/1' }).expect(200);
    const one = body as {
      chain: { file: string; line: number }[];
      input: { name: string; description: string }[];
      shapes: { name: string; fields: { name: string }[] }[];
      failures: { title: string }[];
    };
    expect(one.chain.map(({ file }) => file)).to.deep.equal(['core/articles/resources/articles.ts']);
    expect(one.chain[0]?.line).to.be.above(1);
    expect(one.input).to.deep.include({
      name: 'title',
      required: false,
      expected: 'text of 1 to 255 characters',
      description: 'Title, as plain text.',
    });
    expect(one.shapes[0]?.name).to.equal('Article');
    expect(one.failures.map(({ title }) => title)).to.include.members(['articleNotFound', 'permissionDenied']);
  });
});
