import { expect } from 'chai';
import fc from 'fast-check';
import { byMonth, byYear, Desk, march, newcomer } from '../desk.ts';
import { at, type Asked } from '../support.ts';
import { started } from '../../../../test/support/started.ts';

describe('Offers of memberships', () => {
  const desk = started(() => Desk.open());

  afterEach(() => desk.revert());

  it('have a name, an icon, a share of coins and the terms of the order', async () => {
    await desk.change('2', { icon: '/icons/silver.svg', max_rate: 70 });
    const { title, cover, maxRate, terms } = await at(desk.platform, march, () => desk.ask(newcomer, '2'));
    const icon = '/icons/silver.svg';
    expect({ title, cover, maxRate }).to.deep.equal({
      title: 'silver',
      cover: { small: icon, middle: icon, large: icon },
      maxRate: 70,
    });
    expect(terms).to.deep.equal({ levelId: '2', buyType: 'new', unit: 'month', duration: 3 });
    const bare = await at(desk.platform, march, () => desk.ask(byMonth, '3'));
    expect([bare.cover, bare.maxRate]).to.deep.equal([null, 100]);
    const from = { levelId: '2', until: '2026-04-24T15:59:59.000Z' };
    expect(bare.terms).to.deep.equal({ levelId: '3', buyType: 'upgrade', unit: 'month', duration: 2, from });
  });

  describe('to a user without a membership', () => {
    for (const [levelId, asked, expected] of [
      ['1', {}, 'new 3 month 30.00'],
      ['2', { unit: 'month' }, 'new 3 month 60.00'],
      ['2', { num: 1 }, 'new 1 month 20.00'],
      ['2', { unit: 'month', num: 120 }, 'new 120 month 2400.00'],
      ['3', { unit: 'year' }, 'new 1 year 300.00'],
      ['3', { unit: 'year', num: 10 }, 'new 10 year 3000.00'],
      ['2', { num: 121 }, '422 9 num'],
      ['2', { unit: 'year', num: 11 }, '422 9 num'],
      ['2', { num: 0 }, '422 9 num'],
      ['4', {}, '404 10'],
      ['5', {}, '404 10'],
      ['9223372036854775807', {}, '404 10'],
    ] as const) {
      it(`answer ${expected} for level ${levelId} with ${JSON.stringify(asked)}`, async () => {
        expect(await desk.offered(newcomer, levelId, { asked })).to.equal(expected);
      });
    }

    it('follow the settings', async () => {
      await desk.set({ defaultBuyMonths: 6, defaultBuyYears: 2 });
      expect(await desk.offered(newcomer, '2')).to.equal('new 6 month 120.00');
      expect(await desk.offered(newcomer, '2', { asked: { unit: 'year' } })).to.equal('new 2 year 400.00');
      await desk.set({ buyType: 'year' });
      expect(await desk.offered(newcomer, '2')).to.equal('new 2 year 400.00');
      expect(await desk.offered(newcomer, '2', { asked: { num: 3 } })).to.equal('new 3 year 600.00');
      expect(await desk.offered(newcomer, '2', { asked: { unit: 'month' } })).to.equal('422 9 unit');
      await desk.set({ buyType: 'month' });
      expect(await desk.offered(newcomer, '2')).to.equal('new 6 month 120.00');
      expect(await desk.offered(newcomer, '2', { asked: { unit: 'year', num: 1 } })).to.equal('422 9 unit');
      await desk.set({ enabled: false });
      expect(await desk.offered(newcomer, '2')).to.equal('400 20007');
      expect(await desk.offered(newcomer, '5')).to.equal('404 10');
    });

    it('reject a stored setting of zero months', async () => {
      const { database, settings } = desk.platform.kernel.services;
      const keep = (months: number) =>
        database.raw(`update settings set "values" = "values" || ? where section = 'vip'`, [
          JSON.stringify({ defaultBuyMonths: months }),
        ]);
      await keep(0);
      await settings.update(settings.section('vip'), {});
      expect(await desk.offered(newcomer, '2')).to.equal('422 9 num');
    });

    it('exclude prices beyond the largest amount', async () => {
      await desk.change('2', { month_price: '99999999999999', year_price: '99999999999999' });
      expect(await desk.offered(newcomer, '2', { asked: { num: 1 } })).to.equal('new 1 month 999999999999.99');
      expect(await desk.offered(newcomer, '2', { asked: { num: 2 } })).to.equal('400 20007');
    });
  });

  it('are never below zero, and not cheaper for a longer period', async () => {
    const prices = fc.record({
      month_price: fc.integer({ min: 0, max: 1_000_000_000 }),
      year_price: fc.integer({ min: 0, max: 1_000_000_000 }),
    });
    const asked = fc.record({
      unit: fc.constantFrom('month' as const, 'year' as const),
      num: fc.integer({ min: 1, max: 9 }),
    });
    const priced = async (userId: string, levelId: string, wish: Asked) =>
      (await at(desk.platform, march, () => desk.ask(userId, levelId, wish))).price;
    await fc.assert(
      fc.asyncProperty(prices, prices, asked, async (silver, gold, { unit, num }) => {
        await desk.change('2', silver);
        await desk.change('3', gold);
        for (const userId of [newcomer, byMonth, byYear]) {
          for (const levelId of ['2', '3']) {
            const price = await priced(userId, levelId, { unit, num });
            expect(price).to.be.at.least(0);
            expect(await priced(userId, levelId, { unit, num: num + 1 })).to.be.at.least(price);
          }
        }
      }),
      { numRuns: 10 },
    );
  });
});
