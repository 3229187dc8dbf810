import { expect } from 'chai';
import { byMonth, byYear, Desk, member } from '../desk.ts';
import { started } from '../../../../test/support/started.ts';

describe('Offers for members', () => {
  const desk = started(() => Desk.open());

  afterEach(() => desk.revert());

  it('renew the same level', async () => {
    expect(await desk.offered(byMonth, '2')).to.equal('renew 3 month 60.00');
    expect(await desk.offered(byMonth, '2', { asked: { unit: 'year', num: 2 } })).to.equal('renew 2 year 400.00');
    expect(await desk.offered(byMonth, '2', { asked: { num: 121 } })).to.equal('422 9 num');
    await desk.set({ buyType: 'year' });
    expect(await desk.offered(byMonth, '2', { asked: { unit: 'month' } })).to.equal('422 9 unit');
  });

  it('upgrade to a higher level for the remaining days', async () => {
    expect(await desk.offered(byMonth, '3')).to.equal('upgrade month 13.34');
    expect(await desk.offered(byYear, '3')).to.equal('upgrade year 10.96');
  });

  it('upgrade for any requested period', async () => {
    await desk.set({ buyType: 'year' });
    for (const asked of [{ unit: 'month' }, { num: 500 }, { unit: 'year', num: 10 }] as const) {
      expect(await desk.offered(byMonth, '3', { asked })).to.equal('upgrade month 13.34');
    }
  });

  it('price an upgrade by current prices, and never below zero', async () => {
    await desk.change('3', { month_price: 5000 });
    expect(await desk.offered(byMonth, '3')).to.equal('upgrade month 40.00');
    await desk.change('3', { month_price: 1999 });
    expect(await desk.offered(byMonth, '3')).to.equal('upgrade month 0.00');
  });

  it('upgrade from a disabled level', async () => {
    await desk.change('2', { enabled: false });
    expect(await desk.offered(byMonth, '3')).to.equal('upgrade month 13.34');
    expect(await desk.offered(byMonth, '2')).to.equal('404 10');
  });

  it('upgrade while enough calendar days are left', async () => {
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

  it('exclude lower levels and levels of the same rank', async () => {
    expect(await desk.offered(byMonth, '1')).to.equal('400 20007');
    await desk.change('1', { seq: 2 });
    expect(await desk.offered(byMonth, '1')).to.equal('400 20007');
    await desk.change('1', { seq: 3 });
    expect(await desk.offered(byMonth, '1')).to.equal('upgrade month 0.00');
  });

  it('are new memberships after the deadline', async () => {
    const now = new Date('2026-04-25T00:00:00+08:00');
    for (const [levelId, expected] of [
      ['1', 'new 3 month 30.00'],
      ['2', 'new 3 month 60.00'],
      ['3', 'new 3 month 90.00'],
    ] as const) {
      expect(await desk.offered(byMonth, levelId, { now })).to.equal(expected);
    }
  });

  it('are rejected while memberships are disabled', async () => {
    await desk.set({ enabled: false });
    for (const levelId of ['1', '2', '3']) expect(await desk.offered(byMonth, levelId)).to.equal('400 20007');
  });

  it('exclude periods that end more than a hundred years ahead', async () => {
    const { vipMembers } = desk.platform.kernel.services;
    const deadline = new Date('2116-03-10T23:59:59+08:00');
    await vipMembers.grant({ ...member, userId: '32', unit: 'year', deadline });
    expect(await desk.offered('32', '2', { asked: { unit: 'year', num: 9 } })).to.equal('renew 9 year 1800.00');
    expect(await desk.offered('32', '2', { asked: { unit: 'year', num: 10 } })).to.equal('400 20007');
  });
});
