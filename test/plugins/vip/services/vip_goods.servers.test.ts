import { expect } from 'chai';
import { scannedBy, stepsOf } from '../../../support/plans.ts';
import { startPlatform } from '../../../support/platform.ts';
import { started } from '../../../support/started.ts';
import { sentBy } from '../../../core/platform/courses/support.ts';
import { Shop } from '../../../../plugins/vip/test/support.ts';

const MANY = 20_000;

describe('memberships among many rows read an index', () => {
  const platform = started(() => startPlatform({ modules: { database: { statementTimeoutMs: 60_000 } } }));

  before(async () => {
    const { database } = platform.services;
    const numbered = `from generate_series(101, ${MANY}) n`;
    for (const sql of [
      `insert into vip_members (user_id, level_id, unit, deadline, created_at, updated_at)
       select n, n % 3 + 1, 'year', now(), now(), now() ${numbered}`,
      `insert into vip_member_history (user_id, level_id, action, unit, deadline_after, created_at)
       select n, n % 3 + 1, 'new', 'year', now(), now() ${numbered}`,
      'vacuum analyze',
    ]) {
      await database.raw(sql);
    }
  });

  /** Expects no scan in the statements about goods and members that some work needs. @returns their number */
  async function expectIndices(work: () => Promise<unknown>): Promise<number> {
    const asked = (await sentBy(work)).filter(({ text }) => /courses|course_sets|classrooms|vip_member/.test(text));
    for (const steps of await stepsOf(platform.services, asked)) {
      // The levels themselves are a handful, and read as a whole.
      expect(scannedBy(steps).filter((table) => table !== 'vip_levels')).to.deep.equal([]);
    }
    return asked.length;
  }

  it('for a membership, its check and a grant', async () => {
    const student = await platform.as('student');
    const { vipMembers } = platform.kernel.services;
    const grant = { userId: '4', levelId: '2', unit: 'year', deadline: new Date(), action: 'renew' } as const;
    for (const [work, count] of [
      [() => platform.api.get('/api/plugins/vip/vip_users/4').set(student).expect(200), 1],
      [() => platform.api.get('/api/me/vip_levels/1').set(student).expect(200), 1],
      [() => vipMembers.grant({ ...grant, orderSn: '1' }), 3],
    ] as const) {
      expect(await expectIndices(work)).to.equal(count);
    }
  });

  it('for what is for sale, its delivery and what is taken back', async () => {
    const shop = new Shop(platform);
    const order = await shop.order('5', '2');
    await expectIndices(() => shop.order('5', '2'));
    for (const work of [() => shop.pay(order), () => shop.refund(order)]) {
      expect(await expectIndices(work)).to.be.at.least(4);
    }
  });
});
