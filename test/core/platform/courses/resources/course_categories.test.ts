import { expect } from 'chai';
import { Manager } from '../manager.ts';
import type { Row } from '../support.ts';
import { started } from '../../../../support/started.ts';

const goods = ['/courses', '/course_sets', '/classrooms'] as const;

describe('Categories of courses, course sets and classrooms', () => {
  const manager = started(() => Manager.start());

  const get = (path: string) => manager.platform.api.get(`/api${path}`);
  const make = (path: string, categoryId: string) =>
    manager.send('post', path, { title: 'Filed', status: 'published', categoryId, courseSetId: '1' });
  const code = () => `code-${Math.random().toString(36).slice(2)}`;
  const add = async (draft: Row = {}) =>
    await manager.make('/course_categories', { name: 'New', code: code(), ...draft });
  const treeOf = (nodes: Row[]): unknown[] => nodes.map(({ id, children }) => [id, treeOf(children as Row[])]);

  it('are listed depth first and as a tree, without a login', async () => {
    const { body } = await get('/course_categories').expect(200);
    const listed = body.data.map(({ id, parentId, depth }: Row) => [id, parentId, depth]);
    expect(listed.slice(0, 3)).to.deep.equal([
      ['1', '0', '1'],
      ['4', '1', '2'],
      ['2', '0', '1'],
    ]);
    expect(body.paging).to.deep.equal({ total: 6, offset: 0, limit: 10 });
    const tree = (await get('/course_category/tree').expect(200)).body;
    expect(treeOf(tree)).to.deep.equal([
      ['1', [['4', []]]],
      ['2', [['5', []]]],
      ['3', [['6', []]]],
    ]);
    const [{ children, ...first }] = tree;
    expect(first).to.deep.equal(body.data[0]);
    expect(children[0]).to.have.all.keys(Object.keys(tree[0]));
  });

  it('are hidden from visitors while unpublished, unlike their subcategories', async () => {
    const hidden = await add({ published: false, parentId: '1' });
    const below = await add({ parentId: hidden['id'] });
    const seen = async (path: string) => JSON.stringify((await get(path)).body);
    for (const path of ['/course_categories?limit=100', '/course_categories/tree']) {
      expect(await seen(path))
        .to.include(`"${below['id']}"`)
        .and.not.include(`"id":"${hidden['id']}"`);
      expect(JSON.stringify(await manager.read(path))).to.include(`"id":"${hidden['id']}"`);
    }
    await get(`/course_categories/${hidden['id']}`).expect(404);
    for (const { id } of [below, hidden]) await manager.send('delete', `/course_categories/${id}`).expect(200);
  });

  for (const path of goods) {
    it(`must exist for ${path}, and are not removed while ${path} use them`, async () => {
      const { body } = await make(path, '999').expect(422);
      expect(body.error.details).to.deep.equal([
        { field: 'categoryId', message: 'must be an id of course_categories, or 0' },
      ]);
      const { id } = await add();
      const made = (await make(path, id).expect(201)).body as Row;
      expect(made['categoryId']).to.equal(id);
      await manager.send('delete', `/course_categories/${id}`).expect(409);
      await manager.send('patch', `${path}/${made['id']}`, { categoryId: '999' }).expect(422);
      await manager.send('patch', `${path}/${made['id']}`, { categoryId: '0' }).expect(200);
      await manager.send('delete', `/course_categories/${id}`).expect(200);
    });

    it(`filter ${path}, including subcategories`, async () => {
      const top = await add();
      const middle = await add({ parentId: top['id'] });
      const low = await add({ parentId: middle['id'] });
      const made = [await make(path, top['id']), await make(path, low['id'])].map(({ body }) => body.id as string);
      const ids = async (category: Row) => {
        const { body } = await get(`${path}?sort=createdTime&categoryId=${category['id']}`).expect(200);
        expect(body.paging.total).to.equal(body.data.length);
        return body.data.map(({ id }: Row) => id as string);
      };
      expect(await ids(top)).to.deep.equal(made);
      expect(await ids(middle)).to.deep.equal([made[1]]);
    });
  }

  it('are changed by managers of courses only, with an audit entry', async () => {
    const student = await manager.platform.as('student');
    const draft = { name: 'Mine', code: 'mine' };
    await manager.platform.api.post('/api/course_categories').set(student).send(draft).expect(403);
    const { id } = await add({ name: 'Before' });
    await manager.send('patch', `/course_categories/${id}`, { name: 'After' }).expect(200);
    const admin = await manager.platform.as('admin');
    const { body } = await get('/admin_logs?limit=1').set(admin).expect(200);
    expect(body.data[0]).to.deep.include({ resource: '/course_categories', path: `/course_categories/${id}` });
    expect(body.data[0]).to.deep.include({ before: { name: 'Before' }, after: { name: 'After' } });
  });

  it('have a unique code', async () => {
    await manager.send('post', '/course_categories', { name: 'Again', code: 'category1' }).expect(409);
  });
});
