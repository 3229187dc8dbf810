import { expect } from 'chai';
import { end, start, wrongPrices, wrongTerms, type WrongField } from '../goods/goods_cases.ts';
import { Manager } from './manager.ts';
import type { Row } from './support.ts';
import { started } from '../../../support/started.ts';

const cover = { small: '/s.png', middle: '/m.png', large: '/l.png' };
const many = (count: number) => Array.from({ length: count }, () => 'x');

const ofAll: readonly WrongField[] = [
  [{ title: undefined }, 'title'],
  [{ title: 'x'.repeat(256) }, 'title'],
  [{ title: ['x'] }, 'title'],
  [{ cover: '/a.png' }, 'cover'],
  [{ cover: { ...cover, small: 'javascript:alert(1)' } }, 'cover.small'],
  [{ cover: { small: '/s.png', middle: '/m.png' } }, 'cover.large'],
  [{ status: 'closed' }, 'status'],
  [{ status: 'trash' }, 'status'],
  [{ categoryId: -1 }, 'categoryId'],
  [{ categoryId: 'x' }, 'categoryId'],
  [{ categoryId: '9223372036854775808' }, 'categoryId'],
  [{ recommended: 'x' }, 'recommended'],
  [{ recommendedSeq: -1 }, 'recommendedSeq'],
  [{ recommendedSeq: 2_147_483_648 }, 'recommendedSeq'],
];

const ofSold: readonly WrongField[] = [
  ...wrongPrices,
  [{ maxRate: 101 }, 'maxRate'],
  [{ maxRate: -1 }, 'maxRate'],
  [{ maxRate: '50.5' }, 'maxRate'],
  [{ vipLevelId: 'gold' }, 'vipLevelId'],
  [{ teacherIds: ['x'] }, 'teacherIds.0'],
  [{ teacherIds: [3, 999_999] }, 'teacherIds'],
  [{ teacherIds: Array.from({ length: 21 }, () => 3) }, 'teacherIds'],
];

const ofDescribed: readonly WrongField[] = [
  [{ subtitle: 'x'.repeat(256) }, 'subtitle'],
  [{ summary: 'x'.repeat(200_001) }, 'summary'],
];

const wrong: Readonly<Record<string, readonly WrongField[]>> = {
  '/courses': [
    ...ofAll,
    ...ofSold,
    ...ofDescribed,
    [{ courseSetId: undefined }, 'courseSetId'],
    [{ courseSetId: 0 }, 'courseSetId'],
    [{ courseSetId: '999999' }, 'courseSetId'],
    [{ type: 'open' }, 'type'],
    [{ goals: ['x'.repeat(201)] }, 'goals.0'],
    [{ goals: many(51) }, 'goals'],
    [{ audiences: [''] }, 'audiences.0'],
    ...wrongTerms,
  ],
  '/course_sets': [
    ...ofAll,
    ...ofDescribed,
    [{ type: 'closed' }, 'type'],
    [{ tags: many(21) }, 'tags'],
    [{ tags: ['x'.repeat(51)] }, 'tags.0'],
  ],
  '/classrooms': [
    ...ofAll,
    ...ofSold,
    [{ about: 'x'.repeat(200_001) }, 'about'],
    [{ headTeacherId: 'x' }, 'headTeacherId'],
    [{ headTeacherId: 999_999 }, 'headTeacherId'],
  ],
};

describe('Inputs of goods', () => {
  const manager = started(() => Manager.start());

  for (const [path, cases] of Object.entries(wrong)) {
    for (const [draft, field] of cases) {
      it(`at ${path} are rejected for ${JSON.stringify(draft).slice(0, 60)}: 422, code 9, ${field}`, async () => {
        const { body } = await manager.send('post', path, { title: 'a', courseSetId: 1, ...draft }).expect(422);
        expect(body.error.code).to.equal(9);
        expect(body.error.details[0].field).to.equal(field);
      });
    }
  }

  it('leave goods unchanged when a change is rejected', async () => {
    for (const [path, draft, field] of [
      ['/courses', { courseSetId: '999999' }, 'courseSetId'],
      ['/courses', { teacherIds: [999_999] }, 'teacherIds'],
      ['/courses', { expiryMode: 'end_date', expiryEndDate: 0 }, 'expiryEndDate'],
      ['/course_sets', { type: 'closed' }, 'type'],
      ['/classrooms', { headTeacherId: 999_999 }, 'headTeacherId'],
      ['/classrooms', { price: -1 }, 'price'],
    ] as const) {
      const before = await manager.read(`${path}/2`);
      const { body } = await manager.send('patch', `${path}/2`, { title: 'Changed', ...draft }).expect(422);
      expect(body.error.details[0].field).to.equal(field);
      expect(await manager.read(`${path}/2`)).to.deep.equal(before);
    }
  });

  it('name an unknown or destroyed user among the teachers', async () => {
    await manager.platform.kernel.services.database.table('users').where({ id: 30 }).update({ destroyed: true });
    for (const id of ['999999', '30']) {
      const { body } = await manager.send('post', '/classrooms', { title: 'a', teacherIds: ['3', id] }).expect(422);
      const message = `must be the id of a user; there is no user ${id}`;
      expect(body.error.details).to.deep.equal([{ field: 'teacherIds', message }]);
    }
  });

  it('set the price of a free course to zero', async () => {
    const { id } = await manager.makeCourse({ price: '9.90' });
    const change = (draft: Row) => manager.send('patch', `/courses/${id as string}`, draft);
    expect((await change({ isFree: true }).expect(200)).body).to.include({ isFree: true, price: '0.00' });
    const { body } = await change({ price: 1 }).expect(422);
    expect(body.error.details).to.deep.equal([{ field: 'price', message: 'must be 0, because isFree is true' }]);
    expect((await change({ isFree: false, price: 1 }).expect(200)).body).to.include({ isFree: false, price: '1.00' });
  });

  it('keep only the expiry fields of the mode', async () => {
    const { id } = await manager.makeCourse({ expiryMode: 'days', expiryDays: 90, expiryEndDate: end });
    const changed = async (draft: Row) => {
      const { body } = await manager.send('patch', `/courses/${id as string}`, draft).expect(200);
      return [body.expiryMode, body.expiryDays, body.expiryStartDate, body.expiryEndDate];
    };
    expect(await changed({})).to.deep.equal(['days', '90', '0', '0']);
    const dates = { expiryStartDate: start, expiryEndDate: end };
    expect(await changed({ expiryMode: 'date', ...dates })).to.deep.equal(['date', '0', `${start}`, `${end}`]);
    expect(await changed({ expiryMode: 'end_date' })).to.deep.equal(['end_date', '0', '0', `${end}`]);
    expect(await changed({ expiryMode: 'forever' })).to.deep.equal(['forever', '0', '0', '0']);
  });

  it('keep the time since which goods are recommended', async () => {
    for (const path of ['/courses', '/course_sets']) {
      const { id } = await manager.make(path, { title: 'a', courseSetId: 1, recommended: true });
      const since = async (draft: Row) =>
        (await manager.send('patch', `${path}/${id as string}`, draft).expect(200)).body.recommendedTime as string;
      const { clock, database } = manager.platform.kernel.services;
      const recommended_at = new Date(clock.now().getTime() - 86_400_000);
      await database.table(path.slice(1)).where({ id }).update({ recommended_at });
      const before = await since({});
      expect(await since({ recommended: true })).to.equal(before);
      expect(await since({ recommended: false })).to.equal(null);
      expect(Date.parse(await since({ recommended: true }))).to.be.above(Date.parse(before));
    }
  });

  it('make the caller the creator of a course', async () => {
    expect((await manager.makeCourse())['creator']).to.include({ nickname: 'manager' });
  });

  it('can leave a classroom without teachers', async () => {
    const { id } = await manager.makeClassroom({ headTeacherId: 3, teacherIds: [3] });
    const draft = { headTeacherId: 0, teacherIds: [] };
    const { body } = await manager.send('patch', `/classrooms/${id as string}`, draft).expect(200);
    expect(body).to.deep.include({ headTeacher: null, teachers: [] });
  });
});
