import { expect } from 'chai';
import fc from 'fast-check';
import { NEWCOMER, CouponFixture, STUDENT } from '../support.ts';
import { started } from '../../../../support/started.ts';

describe('Coupons listed for goods', () => {
  const fixture = started(() => CouponFixture.open());

  const coupons = () => fixture.services.coupons;
  const course = (price: number, targetId = '5') => ({ targetType: 'course', targetId, price });
  const student = { userId: STUDENT };
  const listed = async (goods: { targetType: string; targetId: string; price: number }, userId = STUDENT) =>
    (await coupons().usableFor({ userId }, goods)).map(({ code, deductAmount }) => `${code} ${deductAmount}`);

  it('are the usable coupons of the user, the best first', async () => {
    expect(await listed(course(100_00))).to.deep.equal(['RATE85 1500', 'MINUS5 500']);
    expect(await listed(course(20_00))).to.deep.equal(['MINUS5 500', 'RATE85 300']);
    expect(await listed({ targetType: 'classroom', targetId: '5', price: 100_00 })).to.deep.equal(['MINUS5 500']);
    expect(await listed(course(100_00), NEWCOMER)).to.deep.equal(['OTHER1 500']);
    expect(await listed(course(100_00), '20')).to.deep.equal([]);
  });

  it('have all fields that a client needs', async () => {
    const { rows } = await fixture.services.database.raw<{ id: string }>(
      `select id from coupons where code = 'RATE85'`,
    );
    const [best, second] = await coupons().usableFor(student, { ...course(100_00), title: 'A course' });
    const { deadline, ...rest } = best!;
    expect(rest).to.deep.equal({
      id: rows[0]!.id,
      code: 'RATE85',
      type: 'discount',
      status: 'receive',
      rate: '850',
      userId: STUDENT,
      targetType: 'course',
      targetId: '0',
      target: { id: '5', title: 'A course' },
      deductAmount: 15_00,
    });
    expect(deadline.getTime()).to.be.greaterThan(Date.now() + 300 * 86_400_000);
    expect(deadline.toISOString()).to.match(/T15:59:59\.000Z$/);
    expect(second!.target).to.equal(null);
  });

  it('are sorted by deadline, then by age, at the same deduction', async () => {
    const user = '30';
    const date = (days: number) => fixture.services.couponDeadlines.date(days);
    for (const [code, days] of [
      ['LATE', 20],
      ['SOON', 2],
      ['SOON2', 2],
      ['TODAY', 0],
    ] as const) {
      await fixture.make({ code, deadline: date(days) }, user);
    }
    expect(await listed(course(100_00), user)).to.deep.equal(['TODAY 500', 'SOON 500', 'SOON2 500', 'LATE 500']);
  });

  it('are a hundred at most', async () => {
    for (let number = 0; number < 102; number++) await fixture.make({}, '31');
    expect(await listed(course(100_00), '31')).to.have.length(100);
  });

  it('never deduct more than the price, round down, and are left out at zero', async () => {
    await fixture.make({ code: 'SMALL', type: 'discount', rate: 9_99 }, '32');
    await fixture.make({ code: 'LARGE', type: 'discount', rate: 1 }, '32');
    await fixture.make({ code: 'FIVE', rate: 5_00 }, '32');
    for (const [price, expected] of [
      [0, []],
      [1, ['FIVE 1']],
      [999, ['LARGE 998', 'FIVE 500']],
      [1_000, ['LARGE 999', 'FIVE 500', 'SMALL 1']],
      [4_99, ['FIVE 499', 'LARGE 498']],
      [Number.MAX_SAFE_INTEGER, ['LARGE 8998192055486250', 'SMALL 9007199254740', 'FIVE 500']],
    ] as const) {
      expect(await listed(course(price), '32'), String(price)).to.deep.equal(expected);
    }
  });

  it('leave the exact amount for any rate and price', async () => {
    const rates = [1, 333, 500, 850, 999];
    for (const rate of rates) await fixture.make({ code: `RATE${rate}`, type: 'discount', rate }, '33');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 10_000_000_00 }), async (price) => {
        for (const { rate, deductAmount } of await coupons().usableFor({ userId: '33' }, course(price))) {
          const left = (BigInt(price) * BigInt(rate) + 999n) / 1000n;
          expect(price - deductAmount).to.equal(Number(left));
        }
      }),
      { numRuns: 50 },
    );
  });
});
