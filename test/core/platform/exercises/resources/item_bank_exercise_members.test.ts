import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
import { idsOf, type Row } from '../support.ts';

const path = '/api/item_bank_exercise/1/members';
const newestFirst = Array.from({ length: 25 }, (_, index) => String(25 - index));

describe('Members of a question-bank exercise', () => {
  const platform = started(startPlatform);

  const get = async (query = '') => (await platform.api.get(path + query).expect(200)).body;
  const table = () => platform.kernel.services.database.table('item_bank_exercise_members');

  it('are listed unless locked, newest first', async () => {
    const { data, paging } = await get('?limit=100');
    expect(idsOf(data)).to.deep.equal(newestFirst);
    expect(paging).to.deep.equal({ total: 25, offset: 0, limit: 100 });
    for (const { locked } of data) expect(locked).to.equal(false);
    expect(await table().where({ exercise_id: 1, locked: true })).to.have.length(1);
  });

  it('have their user, exercise and role', async () => {
    const { data } = await get('?limit=100');
    for (const { id, user, exerciseId, questionBankId, role } of data) {
      expect(user).to.include({ id: String(Number(id) + 8), nickname: `user${Number(id) + 8}`, destroyed: false });
      expect({ exerciseId, questionBankId, role }).to.deep.equal({
        exerciseId: '1',
        questionBankId: '201',
        role: 'student',
      });
    }
  });

  it('show no more of a user than the fields of a simple user', async () => {
    const text = JSON.stringify(await get('?limit=100'));
    for (const secret of ['@example.com', '1380000', 'truename', 'User 9', 'ROLE_USER', 'password', '$argon2']) {
      expect(text).to.not.include(secret);
    }
  });

  it('are sorted by id, the highest first, when they joined at the same time', async () => {
    await table()
      .where({ exercise_id: 6 })
      .update({ created_at: new Date(0) });
    const { data } = (await platform.api.get('/api/item_bank_exercises/6/members?limit=100').expect(200)).body;
    const ids = data.map(({ id }: Row) => Number(id));
    expect(ids).to.have.length(12);
    expect(ids).to.deep.equal([...ids].sort((a, b) => b - a));
  });

  it('disappear when they are locked, and reappear when unlocked', async () => {
    await table().where({ id: 25 }).update({ locked: true });
    expect(idsOf((await get('?limit=1')).data)).to.deep.equal(['24']);
    expect((await get()).paging.total).to.equal(24);
    await table().where({ id: 25 }).update({ locked: false });
    expect(idsOf((await get('?limit=1')).data)).to.deep.equal(['25']);
  });

  it('are loaded with their users in one statement per page', async () => {
    const { users } = platform.kernel.services;
    const asked: number[] = [];
    const simpleByIds = users.simpleByIds.bind(users);
    users.simpleByIds = (ids) => {
      asked.push(ids.length);
      return simpleByIds(ids);
    };
    await get('?limit=20');
    expect(asked).to.deep.equal([20]);
    Reflect.deleteProperty(users, 'simpleByIds');
  });

  it('are left out when their user is deleted meanwhile', async () => {
    const { users } = platform.kernel.services;
    const simpleByIds = users.simpleByIds.bind(users);
    users.simpleByIds = async (ids) => new Map([...(await simpleByIds(ids))].filter(([id]) => id !== '33'));
    expect(idsOf((await get('?limit=2')).data)).to.deep.equal(['24']);
    Reflect.deleteProperty(users, 'simpleByIds');
  });
});
