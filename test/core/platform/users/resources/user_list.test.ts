import { expect } from 'chai';
import { prepared, started } from '../../../../support/started.ts';
import { addPeople } from '../people.ts';
import { itKeepsSecrets, outcome, signedIn, startUsers } from '../support.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('GET /user/list', () => {
  const platform = started(startUsers);

  const headers = prepared(() => signedIn(platform, 'planner'));

  before(async () => {
    await addPeople(platform, [
      { nickname: 'gone', destroyed: true },
      { nickname: '50% off', truename: 'Under_score' },
    ]);
  });

  const ask = (query: string) => platform.api.get(`/api/user/list?${query}`).set(headers);
  async function list(query: string): Promise<{ ids: number[]; paging: object }> {
    const { body } = await ask(query).expect(200);
    return { ids: body.data.map(({ id }: { id: string }) => Number(id)), paging: body.paging };
  }

  it('lists users by id in pages of ten, without cancelled accounts', async () => {
    expect(await list('')).to.deep.equal({ ids: range(1, 10), paging: { total: 61, offset: 0, limit: 10 } });
    expect(await list('offset=50&limit=20')).to.deep.equal({
      ids: [...range(51, 60), 62],
      paging: { total: 61, offset: 50, limit: 20 },
    });
    expect(await list('offset=61')).to.deep.equal({ ids: [], paging: { total: 61, offset: 61, limit: 10 } });
    expect((await list('limit=101')).paging).to.deep.equal({ total: 61, offset: 0, limit: 100 });
  });

  it('sends the total and links to other pages in headers', async () => {
    const { headers: given } = await ask('keyword=user&offset=20&limit=10').expect(200);
    expect(given['x-total-count']).to.equal('52');
    const link = (offset: number, rel: string) =>
      `</api/user/list?keyword=user&offset=${offset}&limit=10>; rel="${rel}"`;
    expect(given['link']).to.equal([link(0, 'first'), link(10, 'prev'), link(30, 'next'), link(50, 'last')].join(', '));
  });

  const departments = (...wanted: number[]) => range(9, 60).filter((id) => wanted.includes((id % 5) + 1));

  it('filters by departments, given as a list or alone', async () => {
    for (const query of ['orgIds[]=1&orgIds[]=2', 'orgIds=1&orgIds=2', 'orgIds[0]=1&orgIds[1]=2']) {
      expect(await list(`${query}&limit=100`)).to.deep.equal({
        ids: departments(1, 2),
        paging: { total: 21, offset: 0, limit: 100 },
      });
    }
    expect(await list('orgIds=1&limit=100')).to.deep.equal({
      ids: departments(1),
      paging: { total: 11, offset: 0, limit: 100 },
    });
    expect((await list('orgIds=1&orgIds=1')).paging).to.include({ total: 11 });
    expect(await list('orgIds=6')).to.deep.equal({ ids: [], paging: { total: 0, offset: 0, limit: 10 } });
    expect((await list('orgIds=9223372036854775807')).ids).to.deep.equal([]);
  });

  it('shows the departments of each user', async () => {
    const { database } = platform.kernel.services;
    await database.table('user_departments').insert({ user_id: 9, department_id: 1 });
    const { body } = await ask('keyword=user9').expect(200);
    expect(body.data[0].orgIds).to.deep.equal([1, 5]);
    expect((await ask('keyword=admin').expect(200)).body.data[0].orgIds).to.deep.equal([]);
    expect((await list('orgIds=1&orgIds=5&keyword=user9')).ids).to.deep.equal([9]);
    await database.table('user_departments').where({ user_id: 9, department_id: 1 }).delete();
  });

  const finds: readonly (readonly [keyword: string, what: string, ids: readonly number[]])[] = [
    ['student', 'a nickname', [4]],
    ['UDEN', 'a part of a nickname in any case', [4]],
    ['张', 'one character', [7]],
    ['Ada A', 'a part of a real name', [1]],
    ['user 1', 'a part of a real name in any case', range(10, 19)],
    ['student@example.com', 'an e-mail address', [4]],
    ['@example.com', 'no part of an e-mail address', []],
    ['13800000004', 'a mobile number', [4]],
    ['1380000000', 'no part of a mobile number', []],
    ['0%', '% literally', [62]],
    ['r_s', '_ literally', [62]],
    ['%', '% alone', [62]],
    ['adminAda', 'nothing that begins in one name and ends in the other', []],
    ["' or 1=1 --", 'no SQL statement', []],
  ];
  it('finds users by a keyword', async () => {
    const all: (typeof finds)[number][] = [];
    for (const [keyword, what] of finds) {
      all.push([keyword, what, (await list(`keyword=${encodeURIComponent(keyword)}`)).ids]);
    }
    expect(all).to.deep.equal(finds);
  });

  it('finds users by a keyword within departments', async () => {
    const ids = departments(1).filter((id) => id >= 10 && id <= 19);
    expect(await list('orgIds=1&keyword=user1')).to.deep.equal({ ids, paging: { total: 2, offset: 0, limit: 10 } });
  });

  it('rejects more than a hundred departments: 422, code 9', async () => {
    const ids = (count: number) => range(1, count).map((id) => `orgIds[]=${id}`);
    expect(outcome(await ask(ids(100).join('&')))).to.equal('200');
    expect(outcome(await ask(ids(101).join('&')))).to.equal('422/9');
  });

  itKeepsSecrets(() => platform.logs);
});
