import { expect } from 'chai';
import fc from 'fast-check';
import { coinsFor, share, worthOf } from '../../../../core/platform/ledger/index.ts';

const MAX = Number.MAX_SAFE_INTEGER;

const price = fc.integer({ min: 0, max: 10 ** 12 });
const rate = fc.integer({ min: 1, max: 1_000_00 });
const percent = fc.integer({ min: 0, max: 100 });

describe('Money', () => {
  it('is rounded in favour of the platform', () => {
    expect(coinsFor(9_99, 1_00)).to.equal(9_99);
    expect(coinsFor(9_99, 50)).to.equal(5_00);
    expect(coinsFor(1, 1)).to.equal(1);
    expect(coinsFor(0, 7)).to.equal(0);
    expect(worthOf(5_00, 1_00)).to.equal(5_00);
    expect(worthOf(1_00, 3_00)).to.equal(33);
    expect(worthOf(2, 3_00)).to.equal(0);
    expect(share(9_99, 50)).to.equal(4_99);
    expect(share(9_99, 100)).to.equal(9_99);
    expect(share(9_99, 0)).to.equal(0);
  });

  it('needs the fewest coins that pay a price', () => {
    fc.assert(
      fc.property(price, rate, (of, at) => {
        const coins = coinsFor(of, at);
        expect(worthOf(coins, at)).to.be.at.least(of);
        if (coins > 0) expect(worthOf(coins - 1, at)).to.be.below(of);
      }),
      { numRuns: 1000 },
    );
  });

  it('has the largest worth that given coins pay', () => {
    fc.assert(
      fc.property(price, rate, (coins, at) => {
        const worth = worthOf(coins, at);
        expect(coinsFor(worth, at)).to.be.at.most(coins);
        expect(coinsFor(worth + 1, at)).to.be.above(coins);
      }),
      { numRuns: 1000 },
    );
  });

  it('is never more in its shares than as a whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX }), percent, (amount, part) => {
        const both = BigInt(share(amount, part)) + BigInt(share(amount, 100 - part));
        expect(BigInt(amount) - both >= 0n && BigInt(amount) - both <= 1n).to.equal(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('is exact where the product exceeds safe integers', () => {
    // 0.9 of it, by hand; in floating point, the product loses its last digits.
    expect(share(MAX, 90)).to.equal(8_106_479_329_266_891);
    expect(coinsFor(MAX, 1_00)).to.equal(MAX);
    expect(worthOf(MAX, 1_00)).to.equal(MAX);
    expect(coinsFor(MAX, 99)).to.equal(8_917_127_262_193_582);
  });

  it('throws for a result beyond safe integers', () => {
    expect(() => coinsFor(MAX, 1_01)).to.throw(RangeError, 'too large');
    expect(() => worthOf(MAX, 99)).to.throw(RangeError, 'too large');
  });

  for (const wrong of [-1, 0.5, NaN, Infinity, MAX + 1, '5' as never, null as never]) {
    it(`rejects ${String(wrong)}`, () => {
      for (const work of [coinsFor, worthOf, share]) {
        expect(() => work(wrong, 50)).to.throw(RangeError, 'must be a whole number');
        expect(() => work(100, wrong)).to.throw(RangeError);
      }
    });
  }

  it('rejects a rate of 0 and a share of more than 100 percent', () => {
    expect(() => coinsFor(1_00, 0)).to.throw(RangeError, 'The rate is 0');
    expect(() => worthOf(1_00, 0)).to.throw(RangeError, 'The rate is 0');
    expect(() => share(1_00, 101)).to.throw(RangeError, 'must be at most 100');
  });
});
