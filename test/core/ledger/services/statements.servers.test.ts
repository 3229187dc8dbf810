import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { construct } from 'lectern/testing';
import { Ledger } from '../../../../core/ledger/services/ledger.ts';
import { Books, cash, coins } from '../support.ts';
import { builderOf } from '../../../support/statement_builder.ts';
import { started } from '../../../support/started.ts';

const PEOPLE = 20_000;

/** A node of a plan, as `explain (format json)` gives it. */
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

interface Explained {
  'QUERY PLAN': [{ Plan: Plan }];
}

const EXPLAIN = 'explain (analyze, format json)';
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe('Statements on the ledger', () => {
  const books = started(() => Books.open({ statementTimeoutMs: 60_000 }));
  let ledger: Ledger;
  let first: number;
  let plans: Plan[] = [];

  before(async () => {
    await fill();
    ledger = construct(Ledger, { database: explaining() });
  });

  async function fill(): Promise<void> {
    const { rows } = await books.database.raw<{ id: string }>(`
      insert into users (nickname, roles, uuid)
      select 'crowd' || n, '{ROLE_USER}', 'crowd' || n from generate_series(1, ${PEOPLE}) n returning id`);
    first = Number(rows[0]!.id);
    await books.database.raw(`
      with opened as (
        insert into accounts (user_id, kind, balance) select id, 'coin', 10 from users where id >= ${first}
        returning id
      ), posted as (
        insert into ledger_transactions (reason, order_sn, trade_sn)
        select 'test', 'order' || id, 'trade' || id from opened returning id, substr(order_sn, 6)::bigint as account
      )
      insert into ledger_entries (transaction_id, movement, account_id, kind, amount)
      select posted.id, 1, posted.account, 'coin', 10 from posted
      union all
      select posted.id, 1, accounts.id, 'coin', -10 from posted join accounts on name = 'coin.issued'`);
    await books.database.raw('vacuum analyze');
  }

  /** The database, which records the plan of every statement before it runs. */
  function explaining() {
    const { database } = books;
    const statement: typeof database.statement = (sql) => {
      const build = builderOf(sql);
      const real = database.statement<any, any>(sql);
      const plan = database.statement<Explained, any>((q, param) =>
        q.raw(`${EXPLAIN} ?`, [build(q, param as never) as never]),
      );
      const kept = (method: 'all' | 'first') => async (params: object) => {
        plans.push((await plan.all(params))[0]!['QUERY PLAN'][0].Plan);
        return real[method](params);
      };
      return { all: kept('all'), first: kept('first') } as never;
    };
    return { statement, inTransaction: true } as never;
  }

  async function nodesOfStatements(work: () => Promise<unknown>): Promise<Plan[]> {
    plans = [];
    await work();
    expect(plans).to.have.length(1);
    return plans.flatMap(nodesOf);
  }

  function expectIndexed(nodes: readonly Plan[]): void {
    const read = nodes.filter((node) => node['Node Type'].endsWith('Scan') && node['Relation Name'] !== undefined);
    expect(read).to.not.deep.equal([]);
    expect(read.map((node) => node['Node Type'])).to.not.include('Seq Scan');
  }

  it('read indices only for a posting among users', async () => {
    const [a, b] = [coins(first + 7), coins(first + 15_000)];
    expectIndexed(
      await nodesOfStatements(() =>
        ledger.post({ reason: 'test' }, [
          { from: a, to: b, amount: 1 },
          { from: b, to: 'coin.sales', amount: 1 },
        ]),
      ),
    );
  });

  it('read indices only for a posting that opens an account', async () => {
    const to = cash(first + 8);
    expectIndexed(
      await nodesOfStatements(() => ledger.post({ reason: 'test' }, [{ from: 'cash.gateways', to, amount: 1 }])),
    );
  });

  for (const id of [9, 12_345]) {
    it(`read an index for the coin account of the ${id}th user`, async () => {
      expectIndexed(await nodesOfStatements(() => ledger.coinAccount(String(first + id))));
    });
  }

  for (const [view, where] of [
    ['audit_accounts', () => `user_id = ${first + 77}`],
    ['audit_accounts', () => `user_id = ${first + 77} and kind = 'coin'`],
    ['audit_accounts', () => `account_id = ${first + 77}`],
    ['audit_entries', () => `order_sn = 'order${first + 77}'`],
    ['audit_entries', () => `trade_sn = 'trade${first + 77}'`],
    ['audit_entries', () => `transaction_id = 777`],
    ['audit_entries', () => `account_id = ${first + 77}`],
  ] as const) {
    it(`read indices only for ${view} where ${where().replace(/NaN/g, '...')}`, async () => {
      const { rows } = await books.database.raw<Explained>(`${EXPLAIN} select * from ${view} where ${where()}`);
      expectIndexed(nodesOf(rows[0]!['QUERY PLAN'][0].Plan));
    });
  }
});
