import { expect } from 'chai';
import { startPlatform } from '../../../support/platform.ts';
import { started } from '../../../support/started.ts';
import { expectFields, idsOf, kinds, range, type Row } from './support.ts';

describe('Goods', () => {
  const platform = started(startPlatform);

  const get = (path: string) => platform.api.get(path);
  const one = async (path: string): Promise<Row> => (await get(path).expect(200)).body;

  for (const { path, table, word, fields, count, draft } of kinds) {
    describe(path, () => {
      it('has every field of the contract in its type, and no other', async () => {
        const { body } = await get(`${path}?limit=100`).expect(200);
        expect(body.data).to.have.length(count - 1);
        for (const row of body.data) expectFields(row, fields);
      });

      it('has equal objects in the list and alone', async () => {
        const { body } = await get(`${path}?limit=100`).expect(200);
        for (const row of body.data.slice(0, 3)) expect(await one(`${path}/${row.id}`)).to.deep.equal(row);
      });

      it('is a paged list, newest first', async () => {
        const answer = await get(path).expect(200);
        const newest = range(count, 1).filter((id) => id !== draft);
        expect(idsOf(answer)).to.deep.equal(newest.slice(0, 10));
        expect(answer.body.paging).to.deep.equal({ total: count - 1, offset: 0, limit: 10 });
        expect(answer.headers['x-total-count']).to.equal(String(count - 1));
        const rest = await get(`${path}?offset=4&limit=5`).expect(200);
        expect(idsOf(rest)).to.deep.equal(newest.slice(4, 9));
        expect(rest.body.paging).to.deep.equal({ total: count - 1, offset: 4, limit: 5 });
      });

      for (const id of ['0', '-1', '01', 'x', '1.0', '999999', '9223372036854775807', '9223372036854775808']) {
        it(`answers 404, code 10, for the id ${id}`, async () => {
          const { body } = await get(`${path}/${id}`).expect(404);
          expect(body.error.code).to.equal(10);
        });
      }

      it('names a missing object', async () => {
        expect((await get(`${path}/999999`)).body.error.message).to.equal(`There is no ${word} 999999.`);
      });

      describe('an unpublished object', () => {
        const managers = ['admin', 'manager'];

        for (const nickname of managers) {
          it(`is visible to ${nickname} as a draft`, async () => {
            const who = await platform.as(nickname);
            expect((await get(`${path}/${draft}`).set(who).expect(200)).body.status).to.equal('draft');
            const list = await get(`${path}?limit=100`).set(who).expect(200);
            expect(idsOf(list)).to.deep.equal(range(count, 1));
            expect(list.body.paging.total).to.equal(count);
          });
        }

        for (const nickname of ['student', 'teacher', 'planner']) {
          it(`is hidden from ${nickname} as a draft`, async () => {
            const who = await platform.as(nickname);
            await get(`${path}/${draft}`).set(who).expect(404);
            const list = await get(`${path}?limit=100`).set(who).expect(200);
            expect(idsOf(list)).to.not.include(draft);
            expect(list.body.paging.total).to.equal(count - 1);
          });
        }

        it('is hidden without a credential as a draft', async () => {
          await get(`${path}/${draft}`).expect(404);
        });
      });

      it('is visible to managers only when it is closed', async () => {
        const { database } = platform.kernel.services;
        await database.table(table).where({ id: 2 }).update({ status: 'closed' });
        await get(`${path}/2`).expect(404);
        expect(idsOf(await get(`${path}?limit=100`))).to.not.include('2');
        const admin = await platform.as('admin');
        expect((await get(`${path}/2`).set(admin).expect(200)).body.status).to.equal('closed');
        const pages = [
          await get(`${path}?sort=createdTime&limit=1&offset=1`).set(admin),
          await get(`${path}?limit=1&offset=${count - 2}`).set(admin),
        ];
        for (const page of pages) expect(idsOf(page)).to.deep.equal(['2']);
        await database.table(table).where({ id: 2 }).update({ status: 'published' });
      });
    });
  }

  it('name their teachers and creators, without missing users', async () => {
    const { database } = platform.kernel.services;
    const simple = (await one('/api/courses/5'))['creator'];
    expect(simple).to.include({ id: '3', nickname: 'teacher', destroyed: false });
    await database
      .table('courses')
      .where({ id: 5 })
      .update({ teacher_ids: [60, 999_999, 3], creator_id: 999_999 });
    await database.table('classrooms').where({ id: 5 }).update({ teacher_ids: [], head_teacher_id: null });
    const course = await one('/api/courses/5');
    expect(course['creator']).to.equal(null);
    expect(course['teachers'].map(({ id }: Row) => id)).to.deep.equal(['60', '3']);
    expect(await one('/api/classrooms/5')).to.deep.include({ teachers: [], headTeacher: null });
  });

  it('have their expiry in Unix seconds', async () => {
    const { database } = platform.kernel.services;
    const times = {
      expiry_start_at: new Date('2026-03-01T00:00:00.900Z'),
      expiry_end_at: new Date('2026-04-01T00:00:00Z'),
    };
    await database
      .table('courses')
      .where({ id: 6 })
      .update({ expiry_mode: 'date', ...times });
    const from = String(Date.UTC(2026, 2, 1) / 1000);
    const to = String(Date.UTC(2026, 3, 1) / 1000);
    const course = await one('/api/courses/6');
    expect(course).to.include({ expiryMode: 'date', expiryStartDate: from, expiryEndDate: to });
    expect(await one('/api/courses/4')).to.include({ expiryStartDate: '0', expiryEndDate: '0', expiryMode: 'forever' });
    expect(await one('/api/courses/1')).to.include({ expiryMode: 'days', expiryDays: '31' });
  });

  it('show their own cover, or an existing default picture', async () => {
    const { database } = platform.kernel.services;
    const cover = { small: '/files/s.png', middle: 'https://cdn.example.com/m.png', large: '' };
    await database
      .table('course_sets')
      .where({ id: 7 })
      .update({ cover: JSON.stringify(cover) });
    const shown = (await one('/api/course_sets/7'))['cover'];
    expect(shown.small).to.equal(`${platform.url}/files/s.png`);
    expect(shown.middle).to.equal('https://cdn.example.com/m.png');
    for (const path of ['/api/course_sets/7', '/api/courses/7', '/api/classrooms/7']) {
      const { large } = (await one(path))['cover'];
      const picture = await get(new URL(large).pathname).expect(200);
      expect(picture.headers['content-type']).to.include('image/svg+xml');
    }
  });

  it('show prices that exceed floating-point precision', async () => {
    const { database } = platform.kernel.services;
    await database.table('courses').where({ id: 8 }).update({ price: '9007199254740993', origin_price: 1 });
    expect(await one('/api/courses/8')).to.include({ price: '90071992547409.93', originPrice: '0.01', isFree: false });
  });

  for (const [table, row, constraint] of [
    ['courses', { price: -1 }, 'courses_price_check'],
    ['courses', { origin_price: -1 }, 'courses_origin_price_check'],
    ['courses', { max_rate: 101 }, 'courses_max_rate_check'],
    ['courses', { status: 'open' }, 'courses_status_check'],
    ['courses', { type: 'open' }, 'courses_type_check'],
    ['courses', { expiry_mode: 'never' }, 'courses_expiry_mode_check'],
    ['courses', { expiry_mode: 'days', expiry_days: 0 }, 'courses_expiry_is_said'],
    ['courses', { is_free: true }, 'courses_free_costs_nothing'],
    ['courses', { rating: 5.01 }, 'courses_rating_check'],
    ['course_sets', { type: 'closed' }, 'course_sets_type_check'],
    ['course_sets', { min_course_price: 1_000_000 }, 'course_sets_check'],
    ['classrooms', { price: -1 }, 'classrooms_price_check'],
    ['classrooms', { max_rate: -1 }, 'classrooms_max_rate_check'],
    ['course_members', { role: 'guest' }, 'course_members_role_check'],
    ['course_members', { revision: 0 }, 'course_members_revision_check'],
    ['classroom_members', { revision: 0 }, 'classroom_members_revision_check'],
  ] as const) {
    it(`cannot be stored in ${table} with ${JSON.stringify(row)}`, async () => {
      const { database } = platform.kernel.services;
      const change = database.table(table).where({ id: 9 }).update(row);
      const refused: any = await change.then(() => undefined).catch((error: unknown) => error);
      expect(refused?.constraint).to.equal(constraint);
    });
  }
});
