import { expect } from 'chai';
import { Books, coins, rejectionOf } from './support.ts';
import { started } from '../../../support/started.ts';

describe('Views of the ledger', () => {
  const books = started(() => Books.open());

  before(async () => {
    await books.post([{ from: coins(4), to: 'coin.sales', amount: 1_00 }], { orderSn: '42', tradeSn: '43' });
  });

  const views = {
    audit_accounts: ['account_id', 'user_id', 'kind', 'balance'],
    audit_entries: [
      'entry_id',
      'transaction_id',
      'account_id',
      'amount',
      'order_sn',
      'trade_sn',
      'coupon_code',
      'created_at',
    ],
  };
  for (const [view, columns] of Object.entries(views)) {
    it(`have exactly these columns for ${view}`, async () => {
      const { rows } = await books.database.raw<{ column_name: string; data_type: string }>(
        'select column_name, data_type from information_schema.columns where table_name = ? order by ordinal_position',
        [view],
      );
      expect(rows.map(({ column_name }) => column_name)).to.deep.equal(columns);
      const types = Object.fromEntries(rows.map(({ column_name, data_type }) => [column_name, data_type]));
      expect(types[view === 'audit_accounts' ? 'balance' : 'amount']).to.equal('bigint');
    });

    for (const change of [
      `insert into ${view} (account_id) values (1)`,
      `update ${view} set account_id = 1`,
      `delete from ${view}`,
    ]) {
      it(`reject ${change}`, async () => {
        expect(await rejectionOf(books.database.raw(change).then(() => undefined))).to.have.property('code', '55000');
      });
    }
  }

  it('show each account with the sum of its entries, accounts of the platform too', async () => {
    const { rows } = await books.database.raw(`
      select account_id from audit_accounts as account
      where balance <> coalesce((select sum(amount) from audit_entries where account_id = account.account_id), 0)`);
    expect(rows).to.deep.equal([]);
    const { rows: all } = await books.database.raw('select sum(balance) as sum from audit_accounts group by kind');
    expect(all).to.deep.equal([{ sum: '0' }, { sum: '0' }]);
    expect(await books.systemBalance('coin.sales')).to.equal(1_00);
  });
});
