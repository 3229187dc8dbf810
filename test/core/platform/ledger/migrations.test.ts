import { expect } from 'chai';
import { rolledBack } from '../../../support/rolled_back.ts';
import { started } from '../../../support/started.ts';
import { Books, coins, rejectionOf } from './support.ts';

const account = { user_id: 9, kind: 'cash', balance: 0 };
const transaction = { reason: 'test' };

/** Rows that violate a constraint. */
const refused = {
  accounts: [
    { ...account, balance: -1 },
    { ...account, balance: '9007199254740992' },
    { ...account, balance: null },
    { ...account, kind: 'points' },
    { ...account, kind: null },
    { ...account, user_id: null },
    { ...account, user_id: 999 },
    { ...account, kind: 'coin' },
    { ...account, name: 'cash.own' },
    { kind: 'coin' },
    { kind: 'coin', name: 'coin.held' },
    { kind: 'coin', name: 'cash.other' },
    { kind: 'coin', name: 'coin.other', balance: 0 },
  ],
  ledger_transactions: [{ reason: null }, { reason: '' }],
} as const;

describe('Tables of the ledger', () => {
  const books = started(() => Books.open());

  before(async () => {
    await books.post([{ from: coins(4), to: 'coin.sales', amount: 1_00 }], { orderSn: '42', tradeSn: '43' });
  });
  afterEach(() => books.expectSound());

  const insert = (table: string, row: object) => books.database.table<object>(table).insert(row);
  const run = (sql: string) => books.database.raw(sql).then(() => undefined);

  for (const [table, rows] of Object.entries(refused)) {
    for (const row of rows) {
      it(`reject in ${table} ${JSON.stringify(row)}`, async () => {
        const error = await rejectionOf(insert(table, row).then(() => undefined));
        expect(error).to.have.property('code').that.matches(/^23/);
      });
    }
  }

  /** A transaction whose entries are the given rows; the accounts are those of users 4 and 7 and coin.sales. */
  async function writeEntries(rows: readonly object[]): Promise<void> {
    await books.database.transaction(async () => {
      const [made] = await books.database.table('ledger_transactions').insert(transaction, 'id');
      const [{ id: account_id }, { id: other }] = (await books.database
        .table('accounts')
        .whereIn('user_id', [4, 7])
        .orderBy('user_id')
        .select('id')) as [{ id: string }, { id: string }];
      const given = { transaction_id: made!['id'], movement: 1, kind: 'coin', account_id };
      const full = rows.map((row) => ({ ...given, ...row }));
      await books.database
        .table('ledger_entries')
        .insert(full.map((row) => (row.account_id === 'other' ? { ...row, account_id: other } : row)));
    });
  }

  const other = { account_id: 'other' };
  const entries: [string, object[]][] = [
    ['an entry alone', [{ amount: 5 }]],
    ['entries that do not balance', [{ amount: 5 }, { ...other, amount: -4 }]],
    ['three entries that do not balance', [{ amount: -5 }, { ...other, amount: 5 }, { amount: 5 }]],
    ['entries of two movements', [{ amount: -5 }, { ...other, amount: 5, movement: 2 }]],
    ['entries of two currencies', [{ amount: -5 }, { ...other, amount: 5, kind: 'cash' }]],
    ['an entry of zero', [{ amount: 0 }]],
    ['an entry of a missing account', [{ amount: -5 }, { amount: 5, account_id: 999 }]],
    ['an entry of a missing transaction', [{ amount: -5 }, { amount: 5, transaction_id: 999 }]],
  ];
  for (const [what, rows] of entries) {
    it(`reject ${what}`, async () => {
      expect(await rejectionOf(writeEntries(rows)))
        .to.have.property('code')
        .that.matches(/^23/);
    });
  }

  it('accept balanced entries', async () => {
    const undone = books.database.transaction(async () => {
      await writeEntries([{ amount: -5 }, { ...other, amount: 5 }]);
      throw new Error('They would leave the balances wrong.');
    });
    expect((await rejectionOf(undone)).message).to.include('balances wrong');
  });

  for (const [table, what, column] of [
    ['ledger_entries', 'Entry', 'amount = 1'],
    ['ledger_entries', 'Entry', 'account_id = account_id'],
    ['ledger_transactions', 'Transaction', "reason = 'other'"],
    ['ledger_transactions', 'Transaction', 'order_sn = null'],
  ] as const) {
    it(`keep ${table} unchanged when an update sets ${column}`, async () => {
      const before = await books.database.table(table).orderBy('id');
      for (const change of [`update ${table} set ${column}`, `update ${table} set ${column} where id = 1`]) {
        const { message } = await rejectionOf(run(change));
        expect(message).to.match(
          new RegExp(`${what} \\d+ of the ledger cannot be changed or deleted; post the opposite`),
        );
      }
      expect(await books.database.table(table).orderBy('id')).to.deep.equal(before);
    });
  }

  for (const [table, what] of [
    ['ledger_entries', 'Entry'],
    ['ledger_transactions', 'Transaction'],
  ] as const) {
    it(`keep ${table} when a statement deletes rows`, async () => {
      const before = await books.database.table(table).orderBy('id');
      for (const change of [`delete from ${table}`, `delete from ${table} where id = 1`]) {
        const { message } = await rejectionOf(run(change));
        expect(message).to.match(new RegExp(`${what} \\d+ of the ledger cannot be changed or deleted`));
      }
      expect(await books.database.table(table).orderBy('id')).to.deep.equal(before);
    });
  }

  it('keep all rows when a statement deletes within another', async () => {
    const before = await books.size();
    for (const table of ['ledger_entries', 'ledger_transactions']) {
      await run(`with gone as (delete from ${table}) select 1`).catch(() => undefined);
      await run(`with gone as (delete from ${table} returning id) select count(*) from gone`).catch(() => undefined);
    }
    expect(await books.size()).to.deep.equal(before);
  });

  it('keep an account with entries, and its user', async () => {
    expect(await rejectionOf(run('delete from accounts where user_id = 4'))).to.have.property('code', '23503');
    expect(await rejectionOf(run('delete from users where id = 4'))).to.have.property('code', '23503');
    expect(await rejectionOf(run(`delete from accounts where name = 'coin.issued'`))).to.have.property('code', '23503');
  });

  it('delete a user who never had money, and the account', async () => {
    await run('delete from users where id = 60');
    expect(await books.balance(coins(60))).to.equal(undefined);
  });
});

describe('Migration of the ledger', () => {
  it('is reverted and applied again', async () => {
    const books = await Books.open();
    const { up, down } = await import('../../../../core/platform/ledger/migrations/001_ledger.ts');
    const payouts = await import('../../../../core/platform/payments/migrations/003_payouts.ts');
    await rolledBack(books.database.knex, async (trx) => {
      const ofTheLedger = (table: string) => trx.schema.hasTable(table);
      const tables = ['accounts', 'ledger_transactions', 'ledger_entries'];
      await payouts.down(trx);
      await down(trx);
      expect(await Promise.all(tables.map(ofTheLedger))).to.deep.equal([false, false, false]);
      await up(trx);
      expect(await Promise.all(tables.map(ofTheLedger))).to.deep.equal([true, true, true]);
      expect(await trx('accounts').whereNull('user_id').pluck('name')).to.include('coin.issued');
    });
    await books.close();
  });
});

describe('Migration of the checkpoint', () => {
  it('is reverted and applied again', async () => {
    const books = await Books.open();
    const { up, down } = await import('../../../../core/platform/ledger/migrations/003_checkpoints.ts');
    await rolledBack(books.database.knex, async (trx) => {
      await down(trx);
      expect(await trx.schema.hasTable('ledger_checkpoints')).to.equal(false);
      await up(trx);
      expect(await trx('ledger_checkpoints').pluck('entry_id')).to.deep.equal(['0']);
    });
    await books.close();
  });
});
