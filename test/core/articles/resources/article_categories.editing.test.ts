import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { startPlatform, type Platform } from '../../../support/platform.ts';

type Body = Record<string, any>;

describe('editing categories', () => {
  let platform: Platform;
  let manager: { 'X-Auth-Token': string };

  before(async () => {
    platform = await startPlatform();
    manager = await platform.as('manager');
  });
  after(() => platform.stop());

  const send = (method: 'post' | 'patch' | 'delete', path: string, draft: Body = {}) =>
    platform.api[method](`/api/article_categories${path}`).set(manager).send(draft);

  it('makes, changes and removes one', async () => {
    const { body, headers } = await send('post', '', { name: 'New', code: 'new', parentId: '1', weight: 3 }).expect(
      201,
    );
    expect(headers['location']).to.equal(`/api/article_categories/${body.id}`);
    expect(body).to.include({ name: 'New', code: 'new', parentId: '1', depth: '2', weight: '3', published: '1' });
    expect((await send('patch', `/${body.id}`, { published: false }).expect(200)).body.published).to.equal('0');
    await send('delete', `/${body.id}`).expect(200, { success: true });
    await send('delete', `/${body.id}`).expect(404);
  });

  it('refuses a code that is taken: 409, code 14', async () => {
    const { body } = await send('post', '', { name: 'Again', code: 'category1' }).expect(409);
    expect(body.error).to.deep.equal({ code: 14, message: 'Another category has this code.' });
  });

  it('refuses a parent that is not there, or that would make a circle: 422', async () => {
    for (const [path, parentId] of [
      ['/1', '1'],
      ['/1', '4'],
      ['/1', '8'],
      ['/2', '999'],
    ] as const) {
      const { body } = await send('patch', path, { parentId }).expect(422);
      expect(body.error.details[0].field).to.equal('parentId');
    }
    await send('patch', '/9', { parentId: '2' }).expect(200);
    await send('patch', '/9', { parentId: '4' }).expect(200);
  });

  it('makes no circle when two changes come at once', async () => {
    const make = async (code: string) => (await send('post', '', { name: code, code })).body.id as string;
    const [a, b] = [await make('circle_a'), await make('circle_b')];
    const answers = await Promise.all([
      send('patch', `/${a}`, { parentId: b }),
      send('patch', `/${b}`, { parentId: a }),
    ]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
  });

  it('refuses to remove what is in use: 409', async () => {
    for (const id of ['1', '9']) await send('delete', `/${id}`).expect(409);
  });

  it('refuses to overwrite what was changed meanwhile: 412', async () => {
    const tag = (await platform.api.get('/api/article_categories/2').set(manager)).headers['etag'] as string;
    await send('patch', '/2', { name: 'First' }).set('If-Match', tag).expect(200);
    await send('patch', '/2', { name: 'Second' }).set('If-Match', tag).expect(412);
  });

  it('shows one that is not published to managers only', async () => {
    await platform.api.get('/api/article_categories/7').set(manager).expect(200);
    await platform.api
      .get('/api/article_categories/7')
      .set(await platform.as('student'))
      .expect(404);
  });
});
