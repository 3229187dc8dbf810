import { expect } from 'chai';
import { gramsOf } from 'lectern/core';
import { startPlatform } from '../../../../test/support/platform.ts';
import { started } from '../../../../test/support/started.ts';
import { goodsLists, inOrder, misfitsOf, readerOf, type Credential, type Query, type Row } from '../goods.ts';

const everything = { limit: 100 };

describe('Goods of a membership', () => {
  const platform = started(startPlatform);

  /** Runs `work` while every user has only this permission. */
  async function holding<T>(permission: string, work: () => Promise<T>): Promise<T> {
    const { roles } = platform.kernel.services;
    const permissionsOf = roles.permissionsOf.bind(roles);
    roles.permissionsOf = () => new Set([permission]);
    return work().finally(() => (roles.permissionsOf = permissionsOf));
  }

  for (const list of goodsLists) {
    describe(list.name, () => {
      let all: readonly Row[];

      before(async () => {
        ({ rows: all } = await get(everything));
      });

      const get = (query?: Query, credential?: Credential) => readerOf(platform, list)(query, credential);
      const table = () => platform.kernel.services.database.table(list.table);
      const idsWhere = (condition: (row: Row) => boolean) =>
        all.filter((row) => condition(row)).map(({ id }) => Number(id));

      it('have every field of the contract in its type, and no other', () => {
        expect(all).to.have.length(list.ids['3'].length);
        for (const row of all) expect(misfitsOf(row, list), String(row['id'])).to.deep.equal([]);
      });

      it('equal the goods at their own address', async () => {
        for (const row of all) {
          expect((await platform.api.get(`${list.one}/${row['id']}`).expect(200)).body).to.deep.equal(row);
        }
      });

      it(`are a ${list.form} list`, async () => {
        const { body, headers, total } = await get({ offset: 2, limit: 3 });
        const paging = { total: all.length, offset: 2, limit: 3 };
        const part = all.slice(2, 5);
        expect(body).to.deep.equal(list.form === 'bare' ? part : { data: part, paging });
        expect(total).to.equal(all.length);
        expect(headers['link']).to.include('rel="first"').and.include('rel="last"');
      });

      it('are ten per page by default, the newest first', async () => {
        const { rows } = await get();
        expect(rows).to.deep.equal(all.slice(0, 10));
        expect(all.map(({ id }) => Number(id))).to.deep.equal(inOrder(all, list, '-createdTime'));
      });

      it('are at most a hundred per page, and none beyond the last', async () => {
        expect((await get({ limit: 101 })).rows).to.deep.equal(all);
        expect((await get({ limit: 0 })).rows).to.deep.equal([]);
        for (const offset of [all.length, 2_147_483_647]) {
          const { rows, total } = await get({ offset });
          expect([rows, total]).to.deep.equal([[], all.length]);
        }
      });

      for (const [levelId, expected] of Object.entries(list.ids)) {
        it(`of level ${levelId} include those of the lower levels`, async () => {
          const { ids, total } = await get({ levelId, sort: 'createdTime', limit: 100 });
          expect(ids).to.deep.equal(expected);
          expect(total).to.equal(expected.length);
        });
      }

      it('without a level are those of all levels', async () => {
        for (const levelId of ['', undefined]) {
          const { ids } = await get({ ...everything, ...(levelId === '' && { levelId }), sort: 'createdTime' });
          expect(ids).to.deep.equal(list.ids['3']);
        }
      });

      it('of a disabled or unknown level answer 404, code 10', async () => {
        for (const levelId of ['4', '5', '9223372036854775807']) {
          const { body } = await platform.api.get(list.path).query({ levelId }).expect(404);
          expect(body.error.code).to.equal(10);
        }
      });

      it('follow the seq of the levels, not their ids', async () => {
        const { database } = platform.kernel.services;
        const setSeq = (seq: number) => database.table('vip_levels').where({ id: 1 }).update({ seq });
        await setSeq(10);
        const own = list.ids['2'].filter((id) => !list.ids['1'].includes(id));
        expect((await get({ levelId: 2, sort: 'createdTime', limit: 100 })).ids).to.deep.equal(own);
        expect((await get({ levelId: 1, limit: 100 })).total).to.equal(all.length);
        await setSeq(1);
      });

      it('stay listed when their level is disabled', async () => {
        const { database } = platform.kernel.services;
        const setEnabled = (enabled: boolean) => database.table('vip_levels').where({ id: 1 }).update({ enabled });
        await setEnabled(false);
        expect((await get(everything)).rows).to.deep.equal(all);
        const manager = await platform.as('manager');
        const { body, headers } = await platform.api.get(list.path).query({ levelId: 1 }).set(manager).expect(200);
        expect(body.data ?? body).to.not.be.empty;
        expect(Number(headers['x-total-count'])).to.be.at.least(list.ids['1'].length);
        await setEnabled(true);
      });

      it('of an unknown level are left out', async () => {
        const isSet = list.table === 'course_sets';
        const setLevel = (level: string) =>
          table()
            .where({ id: 1 })
            .update(isSet ? { vip_level_ids: [level] } : { vip_level_id: level });
        await setLevel('99');
        expect((await get(everything)).ids).to.not.include(1);
        await setLevel('1');
        expect((await get(everything)).ids).to.include(1);
      });

      for (const name of Object.keys(list.sorts)) {
        for (const sort of [name, `-${name}`]) {
          it(`are sorted by ${sort}`, async () => {
            const { ids, rows } = await get({ sort, limit: 100 });
            expect(rows).to.have.length(all.length);
            expect(ids).to.deep.equal(inOrder(all, list, sort));
          });
        }
      }

      it('are sorted by several keys', async () => {
        for (const sort of [
          'recommendedSeq,-studentNum',
          '-recommendedSeq,createdTime',
          'studentNum,-recommendedSeq',
        ]) {
          expect((await get({ sort, limit: 100 })).ids, sort).to.deep.equal(inOrder(all, list, sort));
        }
      });

      for (const type of list.types) {
        it(`are filtered by type ${type}`, async () => {
          const { ids } = await get({ type, limit: 100 });
          expect(ids).to.deep.equal(idsWhere((row) => row['type'] === type)).and.not.be.empty;
        });
      }

      it('are filtered by category, where 0 means all', async () => {
        for (const categoryId of ['1', '2', '3', 2]) {
          const { ids } = await get({ categoryId, limit: 100 });
          expect(ids).to.deep.equal(idsWhere((row) => row['categoryId'] === String(categoryId))).and.not.be.empty;
        }
        for (const categoryId of ['0', '']) expect((await get({ categoryId, limit: 100 })).rows).to.deep.equal(all);
        expect((await get({ categoryId: '999' })).rows).to.deep.equal([]);
      });

      it('are found by a part of their title in any case', async () => {
        for (const title of ['1', ' 1', 'C', '2', 'COURSE', 'room 3']) {
          const { ids } = await get({ title, limit: 100 });
          expect(ids, title).to.deep.equal(idsWhere((row) => row['title'].toLowerCase().includes(title.toLowerCase())));
        }
      });

      it('are found by wildcards and quotes as plain characters', async () => {
        for (const title of ['%', '_', '%1%', "'", '"', "' or 1=1 --", '\\', '?', '$1', '课']) {
          expect((await get({ title })).rows, title).to.deep.equal([]);
        }
        const setTitle = (title: string) =>
          table()
            .where({ id: 1 })
            .update({ title, search_grams: gramsOf(title) });
        const title = `100% _"it's"\\?`;
        const before = all.find(({ id }) => id === '1')!['title'];
        await setTitle(title);
        for (const part of ['%', '_', `"it's"`, '\\?', title])
          expect((await get({ title: part })).ids).to.deep.equal([1]);
        await setTitle(before);
      });

      if (list.name === 'courses') {
        it('are hidden while their course set is closed or a draft', async () => {
          const sets = platform.kernel.services.database.table('course_sets');
          const setId = all[0]!['courseSetId'] as string;
          for (const status of ['closed', 'draft', 'published']) {
            await sets.clone().where({ id: setId }).update({ status });
            const shown = idsWhere((row) => status === 'published' || row['courseSetId'] !== setId);
            expect((await get(everything)).ids, status).to.deep.equal(shown);
          }
        });
      }

      it('are filtered by several conditions at once', async () => {
        const { ids, total } = await get({ levelId: 2, categoryId: 1, title: '1', sort: '-createdTime', limit: 1 });
        const meeting = idsWhere(
          (row) => list.ids['2'].includes(Number(row['id'])) && row['categoryId'] === '1' && row['title'].includes('1'),
        );
        expect(meeting).to.not.be.empty;
        expect([ids, total]).to.deep.equal([meeting.slice(0, 1), meeting.length]);
      });

      it('are published, but managers of courses see course sets of every status', async () => {
        const setStatus = (id: number, status: string) => table().where({ id }).update({ status });
        await setStatus(1, 'draft');
        await setStatus(2, 'closed');
        const published = idsWhere(({ id }) => !['1', '2'].includes(id));
        for (const nickname of [undefined, 'student', 'planner', 'teacher']) {
          const credential = nickname === undefined ? {} : await platform.as(nickname);
          const { ids, total } = await get(everything, credential);
          expect([ids, total], nickname).to.deep.equal([published, published.length]);
        }
        const seen = list.name === 'course sets' ? idsWhere(() => true) : published;
        for (const nickname of ['manager', 'admin']) {
          const { ids, total } = await get(everything, await platform.as(nickname));
          expect([ids, total], nickname).to.deep.equal([seen, seen.length]);
        }
        for (const permission of ['admin_course', 'admin_classroom', 'admin_vip']) {
          const { ids } = await holding(permission, async () => get(everything, await platform.as('student')));
          expect(ids, permission).to.deep.equal(permission === 'admin_course' ? seen : published);
        }
        await setStatus(1, 'published');
        await setStatus(2, 'published');
      });
    });
  }
});
