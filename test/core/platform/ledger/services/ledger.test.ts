import { expect } from 'chai';
import { Failure } from 'lectern';
import type { Movement } from '../../../../../core/platform/ledger/index.ts';
import { started } from '../../../../support/started.ts';
import { Books, cash, coins, outcomeOf, rejectionOf } from '../support.ts';

describe('The ledger', () => {
  const books = started(() => Books.open());

  afterEach(() => books.expectSound());

  it('moves coins from one account to another', async () => {
    await books.move('coin.issued', coins(10), 70_00);
    const issued = await books.systemBalance('coin.issued');
    await books.move(coins(10), coins(11), 30_00);
    expect(await books.balance(coins(10))).to.equal(40_00);
    expect(await books.balance(coins(11))).to.equal(30_00);
    expect(await books.systemBalance('coin.issued')).to.equal(issued);
  });

  it('stores the references of a transaction, and two entries for each movement', async () => {
    const reference = { orderSn: '1001', tradeSn: '2001', couponCode: 'MINUS5' };
    const movements: Movement[] = [
      { from: 'coin.issued', to: coins(12), amount: 5_00 },
      { from: coins(12), to: 'coin.held', amount: 3_00 },
      { from: 'cash.gateways', to: 'cash.sales', amount: 3_00 },
    ];
    await books.post(movements, reference);
    const rows = await books.database.table('audit_entries').where({ order_sn: '1001' }).orderBy('entry_id');
    expect(rows.map(({ amount }) => amount)).to.deep.equal(['-500', '500', '-300', '300', '-300', '300']);
    expect(new Set(rows.map(({ transaction_id }) => transaction_id))).to.have.property('size', 1);
    for (const row of rows) {
      expect(row).to.include({ order_sn: '1001', trade_sn: '2001', coupon_code: 'MINUS5' });
      expect(row['created_at']).to.be.instanceOf(Date);
    }
    expect(await books.balance(coins(12))).to.equal(2_00);
    expect(await books.systemBalance('coin.held')).to.equal(3_00);
    expect(await books.systemBalance('cash.gateways')).to.equal(-3_00);
  });

  it('spends a balance completely, and no more', async () => {
    await books.move('coin.issued', coins(13), 1_00);
    expect(await outcomeOf(books.move(coins(13), 'coin.sales', 1_01))).to.equal(2001);
    expect(await outcomeOf(books.move(coins(13), 'coin.sales', 1_00))).to.equal('fine');
    expect(await outcomeOf(books.move(coins(13), 'coin.sales', 1))).to.equal(2001);
    expect(await books.balance(coins(13))).to.equal(0);
  });

  it('stores nothing when one of several accounts lacks money', async () => {
    await books.move('coin.issued', coins(14), 10_00);
    const size = await books.size();
    const movements: Movement[] = [
      { from: coins(14), to: cashless, amount: 5_00 },
      { from: 'cash.gateways', to: cash(14), amount: 5_00 },
      { from: coins(15), to: 'coin.sales', amount: 1 },
    ];
    // A caller that catches the failure inside of the transaction commits the rest of it.
    await books.database.transaction(async () => {
      const error = await rejectionOf(books.ledger.post({ reason: 'test' }, movements));
      expect(error).to.be.instanceOf(Failure).with.property('kind').that.includes({ code: 2001, status: 500 });
    });
    expect(await books.size()).to.deep.equal(size);
    expect(await books.balance(coins(14))).to.equal(10_00);
    expect(await books.balance(cash(14)), 'no account is made either').to.equal(undefined);
  });

  it('adds up several movements of one account', async () => {
    await books.move('coin.issued', coins(16), 10_00);
    const twice = (amount: number): Movement[] => [
      { from: coins(16), to: 'coin.sales', amount },
      { from: coins(16), to: coins(17), amount },
    ];
    expect(await outcomeOf(books.post(twice(5_01)))).to.equal(2001);
    expect(await outcomeOf(books.post(twice(5_00)))).to.equal('fine');
    expect(await books.balance(coins(16))).to.equal(0);
    expect(await books.balance(coins(17))).to.equal(5_00);
    const through: Movement[] = [
      { from: coins(16), to: coins(18), amount: 2_00 },
      { from: coins(17), to: coins(16), amount: 3_00 },
    ];
    expect(await outcomeOf(books.post(through)), 'in whatever order they stand').to.equal('fine');
    expect(await books.balance(coins(16))).to.equal(1_00);
  });

  it('opens missing accounts, even for money that only passes through', async () => {
    expect(await books.balance(cash(19))).to.equal(undefined);
    await books.post([
      { from: 'cash.gateways', to: cash(19), amount: 8_00 },
      { from: cash(19), to: 'cash.sales', amount: 8_00 },
    ]);
    expect(await books.balance(cash(19))).to.equal(0);
    expect(await outcomeOf(books.move(cash(20), 'cash.sales', 1))).to.equal(2001);
    expect(await books.balance(cash(20))).to.equal(undefined);
  });

  it('rolls back with its transaction', async () => {
    const size = await books.size();
    const work = books.database.transaction(async () => {
      await books.ledger.post({ reason: 'test' }, [{ from: 'coin.issued', to: coins(21), amount: 1 }]);
      throw new Error('later');
    });
    expect((await rejectionOf(work)).message).to.equal('later');
    expect(await books.size()).to.deep.equal(size);
    expect(await books.balance(coins(21))).to.equal(0);
  });

  it('reads in a transaction what it has written there', async () => {
    await books.database.transaction(async () => {
      const post = (movement: Movement) => books.ledger.post({ reason: 'test' }, [movement]);
      await post({ from: 'coin.issued', to: coins(22), amount: 2_00 });
      await post({ from: coins(22), to: 'coin.held', amount: 2_00 });
      expect(await outcomeOf(post({ from: coins(22), to: 'coin.held', amount: 1 }))).to.equal(2001);
    });
    expect(await books.balance(coins(22))).to.equal(0);
  });

  it('refuses to post outside of a transaction', async () => {
    const posting = books.ledger.post({ reason: 'test' }, [{ from: 'coin.issued', to: coins(23), amount: 1 }]);
    expect((await rejectionOf(posting)).message).to.include('inside of database.transaction()');
    expect(await books.balance(coins(23))).to.equal(0);
  });

  for (const amount of [0, -1, 0.5, NaN, Infinity, Number.MAX_SAFE_INTEGER + 1, '100' as never]) {
    it(`refuses an amount of ${JSON.stringify(amount) + (typeof amount === 'number' ? ` (${amount})` : '')}`, async () => {
      const error = await rejectionOf(books.move('coin.issued', coins(24), amount));
      expect(error).to.not.be.instanceOf(Failure);
      expect(error.message).to.include('pass a positive integer').and.include('coin account of user 24');
    });
  }

  const impossible: [string, Movement[], string][] = [
    ['to another currency', [{ from: 'coin.issued', to: cash(24), amount: 1 }], 'moves money between two currencies'],
    [
      'between the currencies of one user',
      [{ from: coins(4), to: cash(4), amount: 1 }],
      'moves money between two currencies',
    ],
    ['from an account to itself', [{ from: coins(4), to: coins(4), amount: 1 }], 'has the same account on both sides'],
    ['to an unknown account', [{ from: 'coin.lost' as never, to: coins(4), amount: 1 }], 'names an unknown account'],
    ['in an empty list', [], 'at least one'],
  ];
  for (const [what, movements, message] of impossible) {
    it(`refuses a movement ${what}`, async () => {
      const error = await rejectionOf(books.post(movements));
      expect(error).to.not.be.instanceOf(Failure);
      expect(error.message).to.include(message);
    });
  }

  it('rejects a balance beyond safe integers', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    await books.move('coin.issued', coins(25), most);
    expect(await books.ledger.coinAccount('25')).to.have.property('cash', most);
    expect(await rejectionOf(books.move('coin.issued', coins(25), 1))).to.have.property('code', '23514');
    await books.move(coins(25), 'coin.sales', most);
  });

  it('opens a coin account for a user without one, once', async () => {
    const { database, ledger } = books;
    const userId = await books.addUser('rich');
    const account = await ledger.coinAccount(userId);
    expect(account).to.include({ userId, cash: 0 });
    expect(account.id).to.match(/^\d+$/);
    expect(await ledger.coinAccount(userId)).to.deep.equal(account);
    await books.move('coin.issued', coins(userId), 12_34);
    expect(await ledger.coinAccount(userId)).to.deep.equal({ ...account, cash: 12_34 });
    expect(await database.table('accounts').where({ user_id: userId })).to.have.length(1);
  });
});

const cashless = coins(26);
