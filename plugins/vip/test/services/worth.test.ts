import { expect } from 'chai';
import fc from 'fast-check';
import { daysFor, daysOfSameWorth, periodPrice, upgradePrice } from '../../services/worth.ts';

const silver = { monthPrice: '2000', yearPrice: '20000' };
const gold = { monthPrice: '3000', yearPrice: '30000' };
const free = { monthPrice: '0', yearPrice: '0' };
/** Prices at the maximum that a manager can enter. */
const dearest = { monthPrice: '99999999999999', yearPrice: '99999999999999' };

const amounts = fc.integer({ min: 0, max: 99_999_999_999_999 });
const prices = fc.record({ monthPrice: amounts, yearPrice: amounts });
const units = fc.constantFrom('month' as const, 'year' as const);
const days = fc.integer({ min: 0, max: 36_500 });
const steps = fc.record({ from: prices, to: prices, unit: units });

describe('Membership prices', () => {
  for (const [unit, duration, price] of [
    ['month', 1, 2000n],
    ['month', 120, 240_000n],
    ['year', 10, 200_000n],
  ] as const) {
    it(`are ${price} for ${duration} ${unit}s of silver`, () => {
      expect(periodPrice(silver, { unit, duration })).to.equal(price);
    });
  }

  for (const [unit, left, price] of [
    ['month', 30, 1000n],
    ['month', 1, 34n],
    ['month', 200, 6667n],
    ['year', 365, 10_000n],
    ['year', 200, 5480n],
    ['year', 1, 28n],
    ['year', 0, 0n],
  ] as const) {
    it(`are ${price} from silver to gold with ${left} days left, bought by ${unit}`, () => {
      expect(upgradePrice({ from: silver, to: gold, unit }, left)).to.equal(price);
    });
  }

  it('keep every digit of a large amount', () => {
    expect(periodPrice(dearest, { unit: 'month', duration: 120 })).to.equal(11_999_999_999_999_880n);
    expect(upgradePrice({ from: free, to: dearest, unit: 'month' }, 36_500)).to.equal(121_666_666_666_665_450n);
    expect(
      daysOfSameWorth(36_499, { from: { ...dearest, monthPrice: '99999999999998' }, to: dearest, unit: 'month' }),
    ).to.equal(36_498);
  });

  it('are zero for an upgrade to a cheaper level, which keeps the days', () => {
    expect(upgradePrice({ from: gold, to: silver, unit: 'month' }, 200)).to.equal(0n);
    expect(daysOfSameWorth(200, { from: gold, to: silver, unit: 'month' })).to.equal(200);
  });

  it('convert days to days of another level', () => {
    expect(daysOfSameWorth(90, { from: silver, to: gold, unit: 'month' })).to.equal(60);
    expect(daysOfSameWorth(100, { from: silver, to: gold, unit: 'year' })).to.equal(66);
    expect(daysOfSameWorth(100, { from: free, to: gold, unit: 'year' })).to.equal(0);
    expect(daysOfSameWorth(100, { from: free, to: free, unit: 'year' })).to.equal(100);
  });

  it('convert an amount to days of a level', () => {
    expect(daysFor(3000, gold, 'month')).to.equal(30);
    expect(daysFor(99, gold, 'month')).to.equal(0);
    expect(daysFor(5480, gold, 'year')).to.equal(66);
    expect(daysFor(0, free, 'year')).to.equal(0);
    expect(daysFor(1_000_000, free, 'year')).to.equal(36_500);
  });

  it('are never negative, and not higher for fewer days', () => {
    fc.assert(
      fc.property(steps, days, ({ from, to, unit }, left) => {
        const price = upgradePrice({ from, to, unit }, left);
        expect(price >= 0n).to.equal(true);
        expect(price <= upgradePrice({ from, to, unit }, left + 1)).to.equal(true);
        expect(daysOfSameWorth(left, { from, to, unit })).to.be.within(0, left);
        expect(daysFor(from.monthPrice, to, unit)).to.be.within(0, 36_500);
      }),
    );
  });

  it('are rounded in favour of the platform', () => {
    fc.assert(
      fc.property(steps, days, ({ from, to, unit }, left) => {
        const [per, old, price] =
          unit === 'month' ? [30n, from.monthPrice, to.monthPrice] : [365n, from.yearPrice, to.yearPrice];
        const difference = (BigInt(price) - BigInt(old)) * BigInt(left);
        expect(upgradePrice({ from, to, unit }, left) * per >= difference).to.equal(true);
        const turned = BigInt(daysOfSameWorth(left, { from, to, unit })) * BigInt(price);
        if (price > old) expect(turned <= BigInt(left) * BigInt(old)).to.equal(true);
      }),
    );
  });
});
