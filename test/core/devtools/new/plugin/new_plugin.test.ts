import { join } from 'node:path';
import { expect } from 'chai';
import { createTestKernel, type TestKernel } from 'lectern/testing';
import { newPlugin } from '../../../../../core/devtools/new/plugin/new_plugin.ts';
import { eventually } from '../../../../support/eventually.ts';
import { Installation } from '../../../../support/installation.ts';
import { logWatch } from '../../../../support/log_watch.ts';
import { projectRoot } from '../../../../support/platform.ts';

const address = '/api/plugins/jotter/notes';
const hostile = [
  "id' or '1'='1",
  'user_id',
  'id; drop table jotter_notes',
  '(select 1)',
  'text,user_id',
  'constructor',
];

describe('A new plugin', () => {
  const place = new Installation();
  const logs: string[] = [];
  let test: TestKernel;
  let student: { 'X-Auth-Token': string };
  let teacher: { 'X-Auth-Token': string };

  before(async () => {
    place.write(newPlugin(projectRoot, 'jotter').files);
    const modules = [join(place.root, 'plugins/jotter')];
    test = await createTestKernel({ modules, logTo: logWatch.destination(logs) });
    [student, teacher] = [await test.as('student'), await test.as('teacher')];
  });
  afterEach(() => test.reset());
  after(async () => {
    await test.stop();
    await place.clear();
  });

  const add = async (text: string, more: object = {}, user = student): Promise<{ id: string }> =>
    (
      await test.api
        .post(address)
        .set(user)
        .send({ text, ...more })
        .expect(201)
    ).body as { id: string };
  const listed = async (query: object, user = student): Promise<string[]> => {
    const { body } = await test.api.get(address).query(query).set(user).expect(200);
    return (body as { data: { text: string }[] }).data.map(({ text }) => text);
  };

  it('hides notes from other users, who cannot change or remove them', async () => {
    const { id } = await add('Mine');
    const item = `${address}/${id}`;
    for (const refused of [
      await test.api.get(item).set(teacher),
      await test.api.patch(item).set(teacher).send({ text: 'Yours' }),
      await test.api.patch(item).set(teacher).send({}),
      await test.api.delete(item).set(teacher),
    ])
      expect([refused.status, refused.body]).to.deep.equal([
        404,
        { error: { code: 10, message: 'There is no such note.' } },
      ]);
    expect(await listed({}, teacher)).to.deep.equal([]);
    expect(await listed({})).to.deep.equal(['Mine']);
  });

  it('drops owner, id and time of creation from inputs', async () => {
    const stolen = { userId: '1', user_id: '1', id: '77', createdTime: '2000-01-01T00:00:00Z' };
    const { id } = await add('Mine', stolen);
    expect(id).to.not.equal('77');
    await test.api
      .patch(`${address}/${id}`)
      .set(student)
      .send({ pinned: true, ...stolen })
      .expect(200);
    expect(await listed({ pinned: true })).to.deep.equal(['Mine']);
    expect(await listed({}, teacher)).to.deep.equal([]);
  });

  it('filters by declared fields only', async () => {
    await add('Ann', { pinned: true });
    await add('Bob');
    await add('Cid', {}, teacher);
    expect(await listed({ pinned: true })).to.deep.equal(['Ann']);
    for (const dropped of [{ text: 'Ann' }, { userId: '2' }, { user_id: '2' }, { "pinned' or '1'='1": '1' }])
      expect(await listed(dropped)).to.deep.equal(['Ann', 'Bob']);
    await test.api.get(address).query({ pinned: "true' or '1'='1" }).set(student).expect(422);
  });

  for (const sort of hostile)
    it(`refuses to sort by ${sort}`, async () => {
      await test.api.get(address).query({ sort }).set(student).expect(422);
      await test.api
        .get(address)
        .query({ sort: `text,${sort}` })
        .set(student)
        .expect(422);
    });

  it('pages by cursor in each order', async () => {
    for (const text of ['b', 'a', 'c']) await add(text);
    const first = await test.api.get(address).query({ sort: '-text', limit: 2, after: '' }).set(student).expect(200);
    const { next } = (first.body as { paging: { next: string } }).paging;
    expect(await listed({ sort: '-text', limit: 2, after: next })).to.deep.equal(['a']);
    await test.api.get(address).query({ sort: 'text', limit: 2, after: next }).set(student).expect(422);
  });

  it('refuses texts that are too long, and callers who are not signed in', async () => {
    await test.api
      .post(address)
      .set(student)
      .send({ text: 'x'.repeat(401) })
      .expect(422);
    for (const refused of [
      await test.api.get(address),
      await test.api.post(address).send({ text: 'x' }),
      await test.api.patch(`${address}/1`).send({ text: 'x' }),
      await test.api.delete(`${address}/1`),
    ])
      expect(refused.status).to.equal(401);
  });

  it('publishes each new note to its subscriber', async () => {
    const { id } = await add('Mine');
    await eventually(async () => {
      const line = logs.find((one) => one.includes('a note was added')) ?? '{}';
      expect(JSON.parse(line)).to.include({ id, module: 'jotter' });
    });
  });
});
