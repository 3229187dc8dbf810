import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';
import { byMonth, byYear, Desk, member } from '../desk.ts';

describe('what is for sale to a member', () => {
  let desk: Desk;

  before(async () => {
    desk = await Desk.open();
  });
  afterEach(() => desk.revert());
  after(() => desk.platform.stop());

  it('is more time of the level', async () => {
    expect(await desk.offered(byMonth, '2')).to.equal('renew 3 month 60.00');
    expect(await desk.offered(byMonth, '2', { asked: { unit: 'year', num: 2 } })).to.equal('renew 2 year 400.00');
    expect(await desk.offered(byMonth, '2', { asked: { num: 121 } })).to.equal('422 9 num');
    await desk.set({ buyType: 'year' });
    expect(await desk.offered(byMonth, '2', { asked: { unit: 'month' } })).to.equal('422 9 unit');
  });

  it('is a higher level for the days that are left', async () => {
    expect(await desk.offered(byMonth, '3')).to.equal('upgrade month 13.34');
    expect(await desk.offered(byYear, '3')).to.equal('upgrade year 10.96');
  });

  it('is an upgrade whatever time is asked for', async () => {
    await desk.set({ buyType: 'year' });
    for (const asked of [{ unit: 'month' }, { num: 500 }, { unit: 'year', num: 10 }] as const) {
      expect(await desk.offered(byMonth, '3', { asked })).to.equal('upgrade month 13.34');
    }
  });

  it('is an upgrade by the prices of today, and for nothing where the higher level is the cheaper one', async () => {
    await desk.change('3', { month_price: 5000 });
    expect(await desk.offered(byMonth, '3')).to.equal('upgrade month 40.00');
    await desk.change('3', { month_price: 1999 });
    expect(await desk.offered(byMonth, '3')).to.equal('upgrade month 0.00');
  });

  it('is an upgrade from a level that is no longer sold', async () => {
    await desk.change('2', { enabled: false });
    expect(await desk.offered(byMonth, '3')).to.equal('upgrade month 13.34');
    expect(await desk.offered(byMonth, '2')).to.equal('404 10');
  });

  it('is an upgrade while enough days of the calendar are left', async () => {
    for (const [now, expected] of [
      ['2026-03-25T00:00:00+08:00', 'upgrade month 10.00'],
      ['2026-03-25T23:59:59+08:00', 'upgrade month 10.00'],
      ['2026-03-26T00:00:00+08:00', '400 20007'],
    ] as const) {
      expect(await desk.offered(byMonth, '3', { now: new Date(now) }), now).to.equal(expected);
    }
    await desk.set({ upgradeMinDay: 0 });
    for (const [now, expected] of [
      ['2026-04-23T23:59:59+08:00', 'upgrade month 0.34'],
      ['2026-04-24T00:00:00+08:00', 'upgrade month 0.00'],
      ['2026-04-24T23:59:59+08:00', 'upgrade month 0.00'],
      ['2026-04-25T00:00:00+08:00', 'new 3 month 90.00'],
    ] as const) {
      expect(await desk.offered(byMonth, '3', { now: new Date(now) }), now).to.equal(expected);
    }
  });

  it('is no lower level, and none of the same rank', async () => {
    expect(await desk.offered(byMonth, '1')).to.equal('400 20007');
    await desk.change('1', { seq: 2 });
    expect(await desk.offered(byMonth, '1')).to.equal('400 20007');
    await desk.change('1', { seq: 3 });
    expect(await desk.offered(byMonth, '1')).to.equal('upgrade month 0.00');
  });

  it('is everything anew when the membership has expired', async () => {
    const now = new Date('2026-04-25T00:00:00+08:00');
    for (const [levelId, expected] of [
      ['1', 'new 3 month 30.00'],
      ['2', 'new 3 month 60.00'],
      ['3', 'new 3 month 90.00'],
    ] as const) {
      expect(await desk.offered(byMonth, levelId, { now })).to.equal(expected);
    }
  });

  it('is nothing while membership is off', async () => {
    await desk.set({ enabled: false });
    for (const levelId of ['1', '2', '3']) expect(await desk.offered(byMonth, levelId)).to.equal('400 20007');
  });

  it('is nothing that lasts longer than a hundred years', async () => {
    const { vipMembers } = desk.platform.kernel.services;
    const deadline = new Date('2116-03-10T23:59:59+08:00');
    await vipMembers.grant({ ...member, userId: '32', unit: 'year', deadline });
    expect(await desk.offered('32', '2', { asked: { unit: 'year', num: 9 } })).to.equal('renew 9 year 1800.00');
    expect(await desk.offered('32', '2', { asked: { unit: 'year', num: 10 } })).to.equal('400 20007');
  });
});
