import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { construct } from 'lectern/testing';
import { CouponRecords } from '../../../../core/coupons/services/coupon_records.ts';
import { Coupons } from '../../../../core/coupons/services/coupons.ts';
import { newOrder, CouponFixture } from '../support.ts';
import { builderOf } from '../../../support/statement_builder.ts';
import { started } from '../../../support/started.ts';

const COUPONS = 100_000;

/** A node of a plan, as `explain (format json)` gives it. */
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe('Statements on coupons', () => {
  let coupons: Coupons;
  let records: CouponRecords;
  let plans: Plan[];

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
    coupons = construct(Coupons, { ...fixture.services, ...needs(), database: explaining() });
    records = construct(CouponRecords, { ...needs(), database: explaining() });
  });

  const needs = () => {
    const { clock, couponDeadlines, couponsConfig, limits } = fixture.services;
    return { clock, couponDeadlines, couponsConfig, limits };
  };

  /** The database, which records the plan of every statement; changes of the explained run are rolled back. */
  function explaining() {
    const { database } = fixture.services;
    const plan = async (run: (explain: string) => Promise<unknown>) => {
      const undone = new Error('undone');
      const explained = database.transaction(async () => {
        const rows = (await run('explain (analyze, format json)')) as { 'QUERY PLAN': [{ Plan: Plan }] }[];
        plans.push(rows[0]!['QUERY PLAN'][0].Plan);
        throw undone;
      });
      await explained.catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    };
    const statement: typeof database.statement = (sql) => {
      const build = builderOf(sql);
      const real = database.statement<any, any>(sql);
      const run = (method: 'all' | 'first') => async (params: any) => {
        // An estimate of a total asks for a plan itself.
        const text = build(database.knex, ((name: string) => params[name]) as never).toQuery();
        if (text.startsWith('explain')) return real[method](params);
        await plan((explain) =>
          database
            .statement<any, any>((q, param) => q.raw(`${explain} ?`, [build(q, param as never) as never]))
            .all(params),
        );
        return real[method](params);
      };
      return { all: run('all'), first: run('first') } as never;
    };
    const raw = async (sql: string, bindings: never[]) => {
      await plan(async (explain) => (await database.raw(`${explain} ${sql}`, bindings)).rows);
      return database.raw(sql, bindings);
    };
    // No total is cached here, so no listener has to be called.
    const planned = { statement, raw, inTransaction: true, onChange: () => undefined };
    return { ...planned, operators: planned } as never;
  }

  /** Expects a plan without a sequential scan that reads at most `rows` rows. */
  function expectAtMost(rows: number, plan: Plan): void {
    const nodes = nodesOf(plan);
    expect(nodes.map((node) => node['Node Type'])).to.not.include('Seq Scan');
    const read = nodes
      .filter(
        (node) => node['Relation Name'] === 'coupons' && /^(Index Scan|Bitmap Heap Scan)$/.test(node['Node Type']),
      )
      .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
    expect(read.reduce((sum, one) => sum + one, 0)).to.be.at.most(rows);
  }

  async function expectEachAtMost(rows: number, work: () => Promise<unknown>): Promise<void> {
    plans = [];
    await work();
    expect(plans).not.to.be.empty;
    for (const plan of plans) expectAtMost(rows, plan);
  }

  const goods = { userId: '12', targetType: 'course', targetId: '5', price: 100_00 };

  it('read only unspent coupons of the user for given goods', async () => {
    await expectEachAtMost(100, () => coupons.usableFor({ userId: '1' }, goods));
  });

  it('read one row by code, and by order', async () => {
    const orderSn = newOrder();
    await expectEachAtMost(1, () => coupons.quote('C690', goods));
    await expectEachAtMost(1, () => coupons.take('MINUS5', { ...goods, userId: '4', orderSn }));
    await expectEachAtMost(1, () => coupons.isHeld(orderSn));
    await expectEachAtMost(1, () => coupons.free(orderSn));
    await expectEachAtMost(1, () => coupons.use(orderSn));
  });

  for (const [what, rows, query] of [
    ['no condition', 10, {}],
    ['a status', 20, { status: 'used' }],
    ['a rare status', 10, { status: 'using' }],
    ['an owner', 10, { userId: '77' }],
    ['no owner', 200, { userId: '0' }],
    ['an owner and a status', 120, { userId: '77', status: 'used' }],
    // The row is read by its code, which gives the id, and then by the id.
    ['a code', 2, { code: 'C500' }],
  ] as const) {
    it(`read little more than a page for a list with ${what}`, async () => {
      plans = [];
      await records.list({ ...query, offset: 0, limit: 10 });
      const [page, count, ...more] = plans.sort((a, b) =>
        a['Node Type'] === 'Limit' ? -1 : b['Node Type'] === 'Limit' ? 1 : 0,
      );
      expect(more).to.be.empty;
      expectAtMost(rows, page!);
      if (what !== 'no condition') expect(nodesOf(count!).map((node) => node['Node Type'])).to.not.include('Seq Scan');
    });
  }
});
