import { expect } from 'chai';
import { CouponFixture, outcomeOf } from '../support.ts';
import { started } from '../../../../support/started.ts';

const ROUNDS = 8;
const MANY = 50;
/** Wrong codes an hour that one user may try. */
const GUESSES = 30;

describe('Simultaneous uses of a coupon', () => {
  const fixture = started(() =>
    CouponFixture.open({ modules: { database: { poolMax: MANY, acquireTimeoutMs: 60_000 } } }),
  );

  for (const [whose, owner] of [
    ['of one user', '4'],
    ['without an owner', '0'],
  ] as const) {
    it(`bind a coupon ${whose} to one order`, async () => {
      for (let round = 1; round <= ROUNDS; round++) {
        const code = await fixture.make({}, owner);
        const buyers = Array.from({ length: MANY }, (_, index) => (owner === '0' ? String(9 + index) : owner));
        const outcomes = await Promise.all(buyers.map((userId) => outcomeOf(fixture.take(code, { userId }))));
        expect(
          outcomes.filter((outcome) => outcome === 'done'),
          code,
        ).to.have.length(1);
        expect(
          outcomes.filter((outcome) => outcome === 'unusable'),
          code,
        ).to.have.length(MANY - 1);
        const winner = buyers[outcomes.indexOf('done')];
        expect(await fixture.row(code)).to.include({ status: 'using', user_id: winner });
      }
    });
  }

  it('bind a coupon to one order again after its order was closed', async () => {
    const code = await fixture.make();
    const { coupons } = fixture.services;
    for (let round = 1; round <= ROUNDS; round++) {
      const taken = Array.from({ length: MANY }, (_, index) =>
        String(4_000_000_000_000_000_000n + BigInt(round * MANY + index)),
      );
      const outcomes = await Promise.all(taken.map((orderSn) => outcomeOf(fixture.take(code, { orderSn }))));
      expect(
        outcomes.filter((outcome) => outcome === 'done'),
        String(round),
      ).to.have.length(1);
      // The coupon is either spent or released.
      const orderSn = taken[outcomes.indexOf('done')]!;
      const [used] = await Promise.all([coupons.use(orderSn), coupons.free(orderSn)]);
      const { status } = await fixture.row(code);
      expect(status).to.equal(used === null ? 'receive' : 'used');
      if (used !== null) await fixture.services.database.table('coupons').where({ code }).delete();
      if (used !== null) await fixture.make({ code });
    }
  });

  it('with wrong codes are limited to the permitted number', async () => {
    const goods = { userId: '20', targetType: 'course', targetId: '5', price: 100_00 };
    const guesses = Array.from({ length: MANY }, (_, index) => `GUESS${index}`);
    const outcomes = await Promise.all(guesses.map((code) => outcomeOf(fixture.services.coupons.quote(code, goods))));
    expect(outcomes.filter((outcome) => outcome === 'unusable')).to.have.length(GUESSES);
    expect(outcomes.filter((outcome) => outcome === 'too many')).to.have.length(MANY - GUESSES);
  });
});
