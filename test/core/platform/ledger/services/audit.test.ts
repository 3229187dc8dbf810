import { expect } from 'chai';
import { Books, coins } from '../support.ts';
import { started } from '../../../../support/started.ts';

describe('Audit of the ledger', () => {
  const books = started(() => Books.open());

  before(async () => {
    await books.move(coins(4), coins(5), 1_00);
  });

  /** Result of the audit after SQL that corrupts rows and is rolled back afterwards. */
  async function auditAfter(...doctoring: readonly string[]): Promise<string | null> {
    let said: string | null = null;
    const undone = new Error('undone');
    await books.database
      .transaction(async () => {
        for (const sql of doctoring) await books.database.raw(sql);
        said = (await books.ledger.audit()).wrong;
        throw undone;
      })
      .catch((error: unknown) => expect(error).to.equal(undone));
    return said;
  }

  const lastTransaction = '(select max(id) from ledger_transactions)';
  const undouble = 'alter table ledger_entries drop constraint ledger_entries_double';
  const uncheck = 'alter table accounts drop constraint accounts_balance_check';
  const entry = (name: string, amount: number, kind = 'coin') => `
    insert into ledger_entries (transaction_id, movement, account_id, kind, amount)
    select ${lastTransaction}, 9, id, kind, ${amount} from accounts
    where kind = '${kind}' and coalesce(name, user_id::text) = '${name}'`;

  it('counts the rows, and finds none wrong', async () => {
    expect(await books.ledger.audit()).to.deep.equal({
      transactions: 3,
      entries: 6,
      accounts: 60,
      read: 6,
      wrong: null,
    });
  });

  it('finds a balance without entries', async () => {
    expect(await auditAfter('update accounts set balance = balance + 1 where user_id in (4, 7)')).to.match(
      /^Account \d+ \(coin of user 4\): its balance is 99901, but its entries sum to 99900\.$/,
    );
    expect(await auditAfter('update accounts set balance = 1 where user_id = 60')).to.match(
      /^Account \d+ \(coin of user 60\): its balance is 1, but its entries sum to 0\.$/,
    );
  });

  it('finds entries that the balance lacks', async () => {
    expect(await auditAfter(undouble, entry('5', 3), entry('coin.sales', -3))).to.match(
      /^Account \d+ \(coin of user 5\): its balance is 100, but its entries sum to 103\.$/,
    );
  });

  it('finds a transaction whose entries do not balance', async () => {
    const wrong = await auditAfter(undouble, entry('coin.sales', 3));
    expect(wrong).to.match(/^Transaction \d+ \(test\): its entries in coin sum to 3 instead of 0\.$/);
  });

  it('finds a transaction between cash and coins', async () => {
    const wrong = await auditAfter(undouble, entry('coin.sales', 3), entry('cash.sales', -3, 'cash'));
    expect(wrong).to.match(/^Transaction \d+ \(test\): its entries in cash sum to -3 instead of 0\.$/);
  });

  it('finds a balance below zero', async () => {
    const spent = 'update accounts set balance = balance - 101 where user_id = 5';
    expect(await auditAfter(undouble, uncheck, spent, entry('5', -101), entry('coin.sales', 101))).to.match(
      /^Account \d+ \(coin of user 5\): its balance is -1, below 0\.$/,
    );
  });
});
