import { expect } from 'chai';
import { indicesOf, scannedBy, stepsOf } from '../../../../support/plans.ts';
import { started } from '../../../../support/started.ts';
import { sentBy, type Sent } from '../../courses/support.ts';
import { Books, cash, coins } from '../support.ts';

const PEOPLE = 20_000;

describe('Statements on the ledger', () => {
  const books = started(() => Books.open({ statementTimeoutMs: 60_000 }));
  let first: number;

  before(async () => {
    await fill();
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

  async function expectIndexed(statements: readonly Pick<Sent, 'text' | 'values'>[]): Promise<void> {
    expect(statements).to.have.length(1);
    const [steps = []] = await stepsOf(books.services, statements);
    expect(indicesOf(steps)).not.to.be.empty;
    expect(scannedBy(steps)).to.deep.equal([]);
  }

  /** Statements on accounts that are sent while `work` runs. */
  const sentIn = async (work: () => Promise<unknown>) =>
    (await sentBy(work)).filter(({ text }) => /\baccounts\b/.test(text));

  it('read indices only for a posting among users', async () => {
    const [a, b] = [coins(first + 7), coins(first + 15_000)];
    const movements = [
      { from: a, to: b, amount: 1 },
      { from: b, to: 'coin.sales', amount: 1 },
    ] as const;
    await expectIndexed(await sentIn(() => books.post(movements)));
  });

  it('read indices only for a posting that opens an account', async () => {
    await expectIndexed(await sentIn(() => books.move('cash.gateways', cash(first + 8), 1)));
  });

  for (const id of [9, 12_345]) {
    it(`read an index for the coin account of the ${id}th user`, async () => {
      await expectIndexed(await sentIn(() => books.ledger.coinAccount(String(first + id))));
    });
  }

  for (const [view, where] of [
    ['audit_accounts', 'user_id = $1'],
    ['audit_accounts', "user_id = $1 and kind = 'coin'"],
    ['audit_accounts', 'account_id = $1'],
    ['audit_entries', "order_sn = 'order' || $1::bigint"],
    ['audit_entries', "trade_sn = 'trade' || $1::bigint"],
    ['audit_entries', 'transaction_id = $1'],
    ['audit_entries', 'account_id = $1'],
  ] as const) {
    it(`read indices only for ${view} where ${where}`, async () => {
      await expectIndexed([{ text: `select * from ${view} where ${where}`, values: [first + 77] }]);
    });
  }
});
