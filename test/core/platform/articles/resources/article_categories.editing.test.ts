import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';

type Body = Record<string, any>;

describe('Editing of article categories', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));

  const send = (method: 'post' | 'patch' | 'delete', path: string, draft: Body = {}) =>
    platform.api[method](`/api/article_categories${path}`).set(manager).send(draft);

  it('creates, changes and removes a category', async () => {
    const { body, headers } = await send('post', '', { name: 'New', code: 'new', parentId: '1', weight: 3 }).expect(
      201,
    );
    expect(headers['location']).to.equal(`/api/article_categories/${body.id}`);
    expect(body).to.include({ name: 'New', code: 'new', parentId: '1', depth: '2', weight: '3', published: '1' });
    expect((await send('patch', `/${body.id}`, { published: false }).expect(200)).body.published).to.equal('0');
    await send('delete', `/${body.id}`).expect(200, { success: true });
    await send('delete', `/${body.id}`).expect(404);
  });

  it('rejects a taken code: 409, code 14', async () => {
    const { body } = await send('post', '', { name: 'Again', code: 'category1' }).expect(409);
    expect(body.error).to.deep.equal({ code: 14, message: 'Another category has this code; choose another one.' });
  });

  it('refuses to remove a category in use: 409', async () => {
    for (const id of ['1', '9']) await send('delete', `/${id}`).expect(409);
  });

  it('shows an unpublished category to managers only, alone and in the tree', async () => {
    const student = await platform.as('student');
    await platform.api.get('/api/article_categories/7').set(manager).expect(200);
    await platform.api.get('/api/article_categories/7').set(student).expect(404);
    const top = async (who: typeof manager) =>
      (await platform.api.get('/api/article_categories/tree').set(who).expect(200)).body as Body[];
    const below = (nodes: Body[]) => nodes.map(({ id, children }) => [id, children.map((child: Body) => child['id'])]);
    const shown = [
      ['1', ['4', '5']],
      ['2', ['6']],
    ];
    expect(below(await top(manager))).to.deep.equal([...shown, ['3', ['7']]]);
    expect(below(await top(student))).to.deep.equal([...shown, ['3', []]]);
  });
});
