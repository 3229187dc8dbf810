import { expect } from 'chai';
import { rowsReadOf, scannedBy, stepsOf } from '../../../../support/plans.ts';
import { started } from '../../../../support/started.ts';
import { sentBy } from '../../courses/support.ts';
import { newOrder, CouponFixture } from '../support.ts';

const COUPONS = 100_000;

describe('Statements on coupons', () => {
  const fixture = started(() => CouponFixture.open({ modules: { database: { statementTimeoutMs: 60_000 } } }));

  before(async () => {
    const { database } = fixture.services;
    // A tenth has no owner; the others belong to a thousand users, and are spent, expired or usable.
    await database.raw(`
      insert into coupons (code, type, rate, status, user_id, deadline, target_type, order_sn, taken_at, used_at, created_at)
      select 'C' || n, 'minus', n, status, case status when 'unused' then 0 else n % 1000 + 1 end,
        current_date + (n % 700 - 350), 'all', case when status = 'used' then 'S' || n end,
        case when status = 'used' then now() end, case when status = 'used' then now() end, now()
      from (select n, (array['unused', 'receive', 'used'])[least(n % 10, 2) + 1] as status
        from generate_series(1, ${COUPONS}) n) as numbered`);
    await database.raw('vacuum analyze coupons');
  });

  async function expectEachAtMost(rows: number, work: () => Promise<unknown>): Promise<void> {
    const sent = (await sentBy(work)).filter(({ text }) => /\bcoupons\b/.test(text));
    expect(sent).not.to.be.empty;
    for (const steps of await stepsOf(fixture.services, sent, { analyze: true })) {
      expect(scannedBy(steps)).to.deep.equal([]);
      expect(rowsReadOf('coupons', steps)).to.be.at.most(rows);
    }
  }

  const goods = { userId: '12', targetType: 'course', targetId: '5', price: 100_00 };

  it('read only unspent coupons of the user for given goods', async () => {
    const { coupons } = fixture.services;
    await expectEachAtMost(100, () => coupons.usableFor({ userId: '1' }, goods));
  });

  it('read one row by code, and by order', async () => {
    const { coupons, database } = fixture.services;
    const orderSn = newOrder();
    await expectEachAtMost(1, () => coupons.quote('C690', goods));
    for (const work of [
      () => coupons.take('MINUS5', { ...goods, userId: '4', orderSn }),
      () => coupons.isHeld(orderSn),
      () => coupons.free(orderSn),
      () => coupons.use(orderSn),
    ]) {
      await expectEachAtMost(1, () => database.transaction<unknown>(work));
    }
  });
});
