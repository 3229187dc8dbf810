import { expect } from 'chai';
import { startPlatform } from '../../../../test/support/platform.ts';
import { started } from '../../../../test/support/started.ts';
import type { Grant } from '../../services/members.ts';
import { at } from '../support.ts';

const silver: Grant = {
  userId: '20',
  levelId: '2',
  unit: 'year',
  deadline: new Date('2030-01-31T15:59:59Z'),
  action: 'new',
};
const gold: Grant = { ...silver, levelId: '3', unit: 'month', action: 'upgrade', orderSn: '2026000000000000001' };
const monday = new Date('2029-01-01T10:00:00Z');
const tuesday = new Date('2029-01-02T10:00:00Z');

describe('A grant of membership', () => {
  const platform = started(startPlatform);

  const grant = (given: Grant) => platform.kernel.services.vipMembers.grant(given);
  const rowsOf = (table: string, userId: string) =>
    platform.kernel.services.database.table<Record<string, any>>(table).where('user_id', userId);
  const membersOf = (userId: string) =>
    rowsOf('vip_members', userId).select('user_id', 'level_id', 'unit', 'deadline', 'created_at', 'updated_at');
  const historyOf = (userId: string) => rowsOf('vip_member_history', userId).orderBy('id');

  it('creates a member and a history entry', async () => {
    await at(platform, monday, () => grant(silver));
    expect(await membersOf('20')).to.deep.equal([
      {
        user_id: '20',
        level_id: '2',
        unit: 'year',
        deadline: silver.deadline,
        created_at: monday,
        updated_at: monday,
      },
    ]);
    expect(await historyOf('20').select('level_id', 'action', 'unit', 'order_sn', 'created_at')).to.deep.equal([
      { level_id: '2', action: 'new', unit: 'year', order_sn: null, created_at: monday },
    ]);
  });

  it('replaces the membership, and records both states', async () => {
    const deadline = new Date('2031-01-31T15:59:59Z');
    await at(platform, tuesday, () => grant({ ...gold, deadline }));
    expect(await membersOf('20')).to.deep.equal([
      { user_id: '20', level_id: '3', unit: 'month', deadline, created_at: monday, updated_at: tuesday },
    ]);
    const [first, second, ...more] = await historyOf('20');
    expect(more).to.be.empty;
    expect(first).to.include({ action: 'new', level_id: '2', deadline_before: null });
    expect(second).to.include({ action: 'upgrade', level_id: '3', order_sn: gold.orderSn });
    expect([second!.deadline_before, second!.deadline_after]).to.deep.equal([silver.deadline, deadline]);
  });

  it('changes nothing when the order was used or a value is invalid', async () => {
    const before = [await rowsOf('vip_members', '20'), await historyOf('20')];
    await refused(grant({ ...gold, levelId: '1' }));
    expect([await rowsOf('vip_members', '20'), await historyOf('20')]).to.deep.equal(before);
    await refused(grant({ ...gold, userId: '21' }));
    await refused(grant({ ...silver, userId: '21', levelId: '5' }));
    await refused(grant({ ...silver, userId: '21', unit: 'week' as 'year' }));
    await refused(grant({ ...silver, userId: '21', action: 'gift' as 'new' }));
    expect(await rowsOf('vip_members', '21')).to.be.empty;
    expect(await historyOf('21')).to.be.empty;
  });
});

async function refused(work: Promise<unknown>): Promise<void> {
  const outcome = await work.then(
    () => 'granted',
    () => 'refused',
  );
  expect(outcome).to.equal('refused');
}
