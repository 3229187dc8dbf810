import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import pg from 'pg';
import { startPlatform, type Platform } from '../../../support/platform.ts';
import { Shop } from '../../../../plugins/vip/test/support.ts';

const MANY = 20_000;

/** A statement as it went to the database. */
interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

/** Statements that are sent while `work` runs. */
async function sentIn(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const { prototype } = pg.Client;
  const query: (...args: unknown[]) => unknown = Reflect.get(prototype, 'query');
  Reflect.set(prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
    const [first, values] = args as [string | Sent, unknown[] | undefined];
    sent.push(typeof first === 'string' ? { text: first, values: values ?? [] } : first);
    return Reflect.apply(query, this, args);
  });
  try {
    await work();
  } finally {
    Reflect.set(prototype, 'query', query);
  }
  return sent;
}

describe('memberships among many rows read an index', function () {
  let platform: Platform;
  let client: pg.Client;

  before(async function () {
    platform = await startPlatform({ modules: { database: { statementTimeoutMs: 60_000 } } });
    const { database, databaseConfig } = platform.kernel.services;
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
    client = new pg.Client({ connectionString: databaseConfig.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await platform.stop();
  });

  /** Plans of the statements about goods and members that some work needs. */
  async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
    const sent = await sentIn(work);
    const asked = sent.filter(({ text }) => /courses|course_sets|classrooms|vip_member/.test(text));
    const plans: string[] = [];
    for (const { text, values } of asked) {
      const { rows } = await client.query(`explain ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  }

  /** The levels themselves are a handful, and read as a whole. */
  function expectIndices(plans: readonly string[]): void {
    for (const plan of plans) expect(plan).to.not.match(/Seq Scan on (?!vip_levels)/);
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
      const plans = await plansOf(work);
      expect(plans).to.have.length(count);
      expectIndices(plans);
    }
  });

  it('for what is for sale, its delivery and what is taken back', async () => {
    const shop = new Shop(platform);
    const order = await shop.order('5', '2');
    expectIndices(await plansOf(() => shop.order('5', '2')));
    for (const work of [() => shop.pay(order), () => shop.refund(order)]) {
      const plans = await plansOf(work);
      expect(plans).to.have.length.of.at.least(4);
      expectIndices(plans);
    }
  });
});
