import { expect } from 'chai';
import { newOrder, NEWCOMER, CouponFixture, outcomeOf, STUDENT } from '../support.ts';
import { started } from '../../../../support/started.ts';

describe('Coupons', () => {
  const fixture = started(() => CouponFixture.open());

  const coupons = () => fixture.services.coupons;
  const course = (price: number, targetId = '5') => ({ targetType: 'course', targetId, price });
  const student = { userId: STUDENT };

  describe('by their code', () => {
    const quote = (code: string, more: object = {}) =>
      coupons().quote(code, { ...student, ...course(100_00), ...more });

    it('are quoted without being taken', async () => {
      expect(await quote('RATE85')).to.deep.equal({ code: 'RATE85', deductAmount: 15_00 });
      expect(await quote('FREE01')).to.deep.equal({ code: 'FREE01', deductAmount: 5_00 });
      expect(await fixture.row('RATE85')).to.include({ status: 'receive', order_sn: null });
      expect(await fixture.row('FREE01')).to.include({ status: 'unused', user_id: '0' });
    });

    it('are bound to an order, and follow its states', async () => {
      const times = [1, 2, 3].map((minutes) => new Date(fixture.services.clock.now().getTime() + minutes * 60_000));
      const [created_at, taken_at, used_at] = times as [Date, Date, Date];
      const code = await fixture.at(created_at, () => fixture.make());
      const orderSn = newOrder();
      expect(await fixture.take(code, { orderSn })).to.deep.equal({ code, deductAmount: 5_00 });
      expect(await fixture.row(code)).to.include({
        status: 'using',
        order_sn: orderSn,
        user_id: STUDENT,
        used_at: null,
      });
      expect(await coupons().isHeld(orderSn)).to.equal(true);
      expect(await outcomeOf(fixture.take(code))).to.equal('unusable');

      await coupons().free(orderSn);
      expect(await fixture.row(code)).to.include({
        status: 'receive',
        order_sn: null,
        user_id: STUDENT,
        taken_at: null,
      });
      expect(await coupons().isHeld(orderSn)).to.equal(false);
      expect(await coupons().use(orderSn)).to.equal(null);

      const next = newOrder();
      await fixture.at(taken_at, () => fixture.take(code, { orderSn: next }));
      expect(await fixture.at(used_at, () => coupons().use(next))).to.equal(code);
      expect(await fixture.row(code)).to.include({ status: 'used', order_sn: next, user_id: STUDENT });
      expect(await fixture.row(code)).to.deep.include({ created_at, taken_at, used_at });
      expect(await coupons().isHeld(next)).to.equal(false);
      expect(await coupons().use(next)).to.equal(null);
      await coupons().free(next);
      expect(await fixture.row(code)).to.include({ status: 'used', order_sn: next });
      expect(await outcomeOf(fixture.take(code))).to.equal('unusable');
    });

    it('without an owner belong to their first user, also after the order is closed', async () => {
      const code = await fixture.make({ targetType: 'course' }, '0');
      const orderSn = newOrder();
      await fixture.take(code, { orderSn, userId: NEWCOMER });
      await coupons().free(orderSn);
      expect(await fixture.row(code)).to.include({ status: 'receive', user_id: NEWCOMER });
      expect(await outcomeOf(fixture.take(code))).to.equal('unusable');
      expect(await outcomeOf(fixture.take(code, { userId: NEWCOMER }))).to.equal('done');
    });

    it('stay unchanged when the transaction of the order fails', async () => {
      const code = await fixture.make({}, '0');
      const { database } = fixture.services;
      const order = { orderSn: newOrder(), ...student, ...course(100_00) };
      const outcome = await outcomeOf(
        database.transaction(async () => {
          await coupons().take(code, order);
          throw new Error('no order');
        }),
      );
      expect(outcome).to.equal('no order');
      expect(await fixture.row(code)).to.include({ status: 'unused', user_id: '0', order_sn: null });
    });

    it('are taken within a transaction only', async () => {
      const outcome = await outcomeOf(coupons().take('RATE85', { orderSn: newOrder(), ...student, ...course(100_00) }));
      expect(outcome).to.match(/^coupons\.take\(\) was called outside of a transaction/);
    });

    it('are usable until the end of their day in the zone of the installation', async () => {
      const code = await fixture.at('2027-01-01T00:00:00Z', () => fixture.make({ deadline: '2027-03-14' }));
      for (const [instant, outcome] of [
        ['2027-03-14T15:59:59.999Z', 'done'],
        ['2027-03-14T16:00:00Z', 'unusable'],
      ] as const) {
        await fixture.at(instant, async () => {
          expect(await outcomeOf(quote(code)), instant).to.equal(outcome);
          const orderSn = newOrder();
          expect(await outcomeOf(fixture.take(code, { orderSn })), instant).to.equal(outcome);
          await coupons().free(orderSn);
          const listed = (await coupons().usableFor(student, course(100_00))).map((one) => one.code);
          expect(listed.includes(code), instant).to.equal(outcome === 'done');
        });
      }
      const { deadline } = (await fixture.services.couponRecords.list({ code, offset: 0, limit: 1 })).data[0]!;
      expect(deadline.toISOString()).to.equal('2027-03-14T15:59:59.000Z');
    });

    for (const [what, code, more] of [
      ['that do not exist', 'NOSUCH', {}],
      ['in lower case', 'rate85', {}],
      ['with a wildcard', 'RATE8_', {}],
      ['with a quote', `RATE85' or '1'='1`, {}],
      ['of another user', 'OTHER1', {}],
      ['that were used', 'USED01', {}],
      ['that have expired', 'OLD01', {}],
      ['for other goods', 'RATE85', { targetType: 'classroom' }],
      ['for other goods of the kind', 'ONLY7', { targetId: '8' }],
      ['for a kind with a similar name', 'RATE85', { targetType: 'courses' }],
      ['for free goods', 'MINUS5', { price: 0 }],
    ] as const) {
      it(`${what} are rejected without a reason`, async () => {
        if (code === 'ONLY7') await fixture.make({ code, targetType: 'course', targetId: '7' });
        const before = await fixture.services.database.table('coupons').orderBy('id');
        expect(await outcomeOf(quote(code, more))).to.equal('unusable');
        expect(await outcomeOf(fixture.take(code, more))).to.equal('unusable');
        expect(await fixture.services.database.table('coupons').orderBy('id')).to.deep.equal(before);
      });
    }

    it('for certain goods are usable for these', async () => {
      const code = await fixture.make({ targetType: 'vip', targetId: '2' });
      expect(await outcomeOf(fixture.take(code, { targetType: 'vip', targetId: '2' }))).to.equal('done');
    });
  });

  it('cannot be stored in an inconsistent state', async () => {
    const code = await fixture.make();
    const now = new Date();
    for (const change of [
      { status: 'using' },
      { order_sn: '1' },
      { status: 'used', used_at: now },
      { status: 'using', order_sn: '1' },
      { status: 'used', order_sn: '1', taken_at: now },
      { status: 'using', order_sn: '2026010100000000001', taken_at: now },
      { user_id: 0 },
      { user_id: -1 },
      { status: 'lost' },
      { rate: 0 },
      { rate: -1 },
      { type: 'discount', rate: 1_000 },
      { type: 'gift' },
      { target_id: 7 },
      { target_id: -7 },
      { code: 'MINUS5' },
    ]) {
      const outcome = await outcomeOf(fixture.services.database.table('coupons').where({ code }).update(change));
      expect(outcome, JSON.stringify(change)).to.match(/violates (check|unique) constraint/);
    }
  });
});
