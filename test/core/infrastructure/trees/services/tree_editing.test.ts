import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';

const trees = [
  ['/article_categories', 'article_categories'],
  ['/course_categories', 'course_categories'],
  ['/departments', 'departments'],
] as const;

for (const [path, table] of trees) {
  describe(`The tree of ${path}`, () => {
    const platform = started(startPlatform);
    let count = 0;

    const manager = prepared(() => platform.as('manager'));

    const send = (method: 'post' | 'patch' | 'delete', id = '', draft: object = {}) =>
      platform.api[method](`/api${path}${id && `/${id}`}`)
        .set(manager)
        .send(draft);
    const draft = (more: object = {}) => ({ name: 'New', code: `new-${++count}`, ...more });
    const add = async (parentId = '0') => (await send('post', '', draft({ parentId })).expect(201)).body.id as string;
    const line = async () => {
      const top = await add();
      const middle = await add(top);
      return [top, middle, await add(middle)] as const;
    };

    it('rejects a missing parent, and a parent that makes a cycle', async () => {
      const [top, middle, low] = await line();
      for (const parentId of [top, middle, low, '999999']) {
        const { body } = await send('patch', top, { parentId }).expect(422);
        expect(body.error.details[0].field).to.equal('parentId');
      }
      await send('post', '', draft({ parentId: '999999' })).expect(422);
      await send('patch', low, { parentId: top }).expect(200);
      await send('patch', middle, { parentId: low }).expect(200);
    });

    it('makes no cycle by two changes at once', async () => {
      const [a, b] = [await add(), await add()];
      const answers = await Promise.all([send('patch', a, { parentId: b }), send('patch', b, { parentId: a })]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
    });

    it('does not remove an entry with children', async () => {
      const [top, middle, low] = await line();
      const { body } = await send('delete', middle).expect(409);
      expect(body.error.code).to.equal(14);
      for (const id of [low, middle, top]) await send('delete', id).expect(200);
      await send('delete', top).expect(404);
    });

    it('rejects a change of an outdated revision', async () => {
      const id = await add();
      const tag = (await platform.api.get(`/api${path}/${id}`).set(manager)).headers['etag'] as string;
      await send('patch', id, { name: 'First' }).set('If-Match', tag).expect(200);
      await send('patch', id, { name: 'Second' }).set('If-Match', tag).expect(412);
      await send('delete', id).set('If-Match', tag).expect(412);
    });

    it('has at most a thousand entries', async () => {
      const { database } = platform.kernel.services;
      const code = table === 'departments' ? '' : ', code';
      await database.raw(
        `insert into ${table} (name${code})
         select 'Many'${code && `, 'many' || n`} from generate_series(1, 1000 - (select count(*) from ${table})) as n`,
      );
      const { body } = await send('post', '', draft()).expect(409);
      expect(body.error.code).to.equal(14);
      expect((await platform.api.get(`/api${path}${code && '/tree'}`).set(manager)).body).to.have.length.above(900);
    });
  });
}
