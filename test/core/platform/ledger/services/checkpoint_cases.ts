import { expect } from 'chai';
import { rollingPart } from '../../../../../core/platform/ledger/services/checkpoint.ts';
import { started } from '../../../../support/started.ts';
import { Books, coins } from '../support.ts';

const POSTINGS = 20_000;

/** Posts many transactions in one statement: coins to the users in turn. */
const manyPostings = `
  with posted as (
    insert into ledger_transactions (reason) select 'bulk' from generate_series(1, ${POSTINGS}) returning id
  ), place as (
    select posted.id, row_number() over (order by posted.id) % 60 + 1 as user_id from posted
  ), entry as (
    insert into ledger_entries (transaction_id, movement, account_id, kind, amount)
    select place.id, 1, account.id, 'coin', side.amount
    from place cross join (values (5), (-5)) as side (amount) join accounts as account on account.kind = 'coin'
      and case when side.amount > 0 then account.user_id = place.user_id else account.name = 'coin.issued' end
    returning account_id, amount
  )
  update accounts set balance = balance + part.sum
  from (select account_id, sum(amount) as sum from entry group by account_id) as part
  where accounts.id = part.account_id and accounts.user_id is not null`;

/** Changes rows of the ledger, which its rules forbid. */
export async function tamper({ database }: Books, sql: string): Promise<void> {
  await database.transaction(async () => {
    for (const table of ['ledger_entries', 'ledger_transactions'])
      for (const change of ['update', 'delete'])
        await database.raw(`alter table ${table} disable rule ${table}_no_${change}`);
    await database.raw(sql);
    for (const table of ['ledger_entries', 'ledger_transactions'])
      for (const change of ['update', 'delete'])
        await database.raw(`alter table ${table} enable rule ${table}_no_${change}`);
  });
}

/** Makes all rows of the ledger older than an hour, so that an audit includes them in its checkpoint. */
export async function age(books: Books): Promise<void> {
  for (const table of ['ledger_entries', 'ledger_transactions'])
    await tamper(books, `update ${table} set created_at = now() - interval '2 hours'`);
}

/** The cases of an audit since a checkpoint, for both databases. */
export function checkpointCases(): void {
  const books = started(() => Books.open());

  before(async () => {
    await books.database.raw(manyPostings);
    await age(books);
    const { read, entries, wrong } = await books.ledger.audit();
    expect({ read, wrong }).to.deep.equal({ read: entries, wrong: null });
    for (const table of ['ledger_entries', 'ledger_transactions', 'ledger_checked_sums', 'accounts'])
      await books.database.raw(`analyze ${table}`);
  });

  const wrong = async (options?: object) => (await books.ledger.audit(options)).wrong;

  /** Runs work, and undoes its changes. */
  async function undone(work: () => Promise<void>): Promise<void> {
    const end = new Error('undone');
    const whole = books.database.transaction(async () => {
      await work();
      throw end;
    });
    await whole.catch((error: unknown) => {
      if (error !== end) throw error;
    });
  }

  /** Numbers of entries that statements of this session have read. */
  async function readRows(): Promise<{ scanned: number; fetched: number }> {
    const { rows } = await books.database.raw<{ scanned: number; fetched: number }>(
      `select seq_tup_read::int as scanned, idx_tup_fetch::int as fetched
       from pg_stat_xact_user_tables where relname = 'ledger_entries'`,
    );
    return rows[0] ?? { scanned: 0, fetched: 0 };
  }

  it('reads the new entries and a part of the older ones', async () => {
    await undone(async () => {
      await books.move(coins(4), coins(5), 1_00);
      // The counts may include those of earlier transactions of the same session.
      const before = await readRows();
      const { entries, transactions, read } = await books.ledger.audit();
      const after = await readRows();
      expect({ entries, transactions }).to.deep.equal({ entries: 2 * POSTINGS + 6, transactions: POSTINGS + 3 });
      expect(read).to.equal(2 + rollingPart.entries);
      expect(after.scanned - before.scanned, 'rows of whole scans').to.equal(0);
      expect(after.fetched - before.fetched, 'rows of index scans').to.be.below(POSTINGS);
    });
  });

  const last = '(select max(id) from ledger_transactions)';
  const undouble = 'alter table ledger_entries drop constraint ledger_entries_double';
  const entry = (name: string, amount: number) => `
    insert into ledger_entries (transaction_id, movement, account_id, kind, amount)
    select ${last}, 9, id, 'coin', ${amount} from accounts
    where kind = 'coin' and coalesce(name, user_id::text) = '${name}'`;
  const faults: Readonly<Record<string, readonly [RegExp, ...string[]]>> = {
    'a balance without entries': [
      /^Account \d+ \(coin of user 60\): its balance is 1666, but its entries sum to 1665\.$/,
      'update accounts set balance = balance + 1 where user_id = 60',
    ],
    'entries that the balance lacks': [
      /^Account \d+ \(coin of user 5\): its balance is \d+, but its entries sum to \d+\.$/,
      undouble,
      entry('5', 3),
      entry('coin.sales', -3),
    ],
    'a transaction whose entries do not balance': [
      /^Transaction \d+ \(bulk\): its entries in coin sum to 3 instead of 0\.$/,
      undouble,
      entry('coin.sales', 3),
    ],
    'a balance below zero': [
      /^Account \d+ \(coin of user 60\): its balance is -1, below 0\.$/,
      undouble,
      'alter table accounts drop constraint accounts_balance_check',
      'update accounts set balance = -1 where user_id = 60',
      entry('60', -1_666),
      entry('coin.sales', 1_666),
    ],
  };
  for (const [fault, [message, ...sql]] of Object.entries(faults)) {
    it(`finds ${fault} after the checkpoint, in each audit`, async () => {
      await undone(async () => {
        for (const statement of sql) await books.database.raw(statement);
        expect(await wrong()).to.match(message);
        expect(await wrong()).to.match(message);
        expect(await wrong({ full: true })).to.match(message);
      });
    });
  }

  it('finds a changed entry before the checkpoint in a full audit, and in the rolling part', async () => {
    await undone(async () => {
      await books.database.raw(undouble);
      const entryId = 30_000;
      await tamper(books, `update ledger_entries set amount = amount + 1 where id = ${entryId}`);
      const message = /^Transaction \d+ \(bulk\): its entries in coin sum to 1 instead of 0\.$/;
      expect(await wrong({ full: true })).to.match(message);
      let runs = 0;
      for (let found = await wrong(); found === null; found = await wrong()) runs++;
      // The account of the entry, or its transaction, comes first.
      expect(await wrong()).to.match(/^Transaction \d+ \(bulk\): |^Account \d+: its entries up to \d+ sum to /);
      expect(runs).to.be.within(1, 8);
    });
  });

  it('finds old entries that were changed together with balances', async () => {
    await undone(async () => {
      await books.database.raw(undouble);
      await tamper(
        books,
        `update ledger_entries set amount = sign(amount) * 4 where transaction_id =
           (select max(transaction_id) - 1 from ledger_entries)`,
      );
      await books.database.raw(`update accounts set balance = (select sum(amount) from ledger_entries
        where account_id = accounts.id) where user_id is not null and exists
        (select from ledger_entries where account_id = accounts.id)`);
      const message = /^Account \d+: its entries up to \d+ sum to -?\d+, but summed to -?\d+ when they were checked\./;
      expect(await wrong()).to.match(message);
      expect(await wrong({ full: true })).to.match(message);
      expect(await wrong({ forget: true }), 'a forgotten sum').to.equal(null);
    });
  });

  it('finds old entries between accounts of the platform that were changed, in a full audit', async () => {
    await undone(async () => {
      await books.move('coin.issued', 'coin.sales', 7);
      await age(books);
      expect(await wrong()).to.equal(null);
      await books.database.raw(undouble);
      await tamper(books, `update ledger_entries set amount = sign(amount) * 8 where transaction_id = ${last}`);
      expect(await wrong({ full: true })).to.match(/^Account \d+: its entries up to \d+ sum to /);
    });
  });

  it('does not include entries of the last hour in the checkpoint', async () => {
    await undone(async () => {
      await books.move(coins(4), coins(5), 1_00);
      const first = await books.ledger.audit();
      expect((await books.ledger.audit()).read).to.equal(first.read);
      await age(books);
      await books.ledger.audit();
      expect((await books.ledger.audit()).read).to.equal(first.read - 2);
    });
  });

  it('reads all entries in a full audit, and keeps the checkpoint', async () => {
    const { read, entries } = await books.ledger.audit({ full: true });
    expect(read).to.equal(entries);
    expect((await books.ledger.audit()).read).to.be.at.most(rollingPart.entries);
  });
}
