import { expect } from 'chai';
import type { Account, Movement } from '../../../../../core/platform/ledger/index.ts';
import { started } from '../../../../support/started.ts';
import { Books, cash, coins, outcomeOf } from '../support.ts';

const CONNECTIONS = 50;
const ROUNDS = 8;

describe('Simultaneous postings to the ledger', () => {
  const books = started(() => Books.open({ poolMin: CONNECTIONS, poolMax: CONNECTIONS, acquireTimeoutMs: 60_000 }));

  before(async () => {
    await Promise.all(Array.from({ length: CONNECTIONS }, () => books.database.raw('select pg_sleep(0.1)')));
  });
  afterEach(() => books.expectSound());

  const atOnce = <T>(work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => work(index)));

  /** Posts without the repetition that would hide a deadlock. */
  const postOnce = (movements: readonly Movement[]) =>
    books.database.transaction(() => books.ledger.post({ reason: 'race' }, movements), { attempts: 1 });
  const moveOnce = (from: Account, to: Account, amount: number) => postOnce([{ from, to, amount }]);

  it('spend a balance once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = coins(9 + round);
      await books.move('coin.issued', user, 100_00);
      const outcomes = await atOnce(() => outcomeOf(moveOnce(user, 'coin.sales', 60_00)));
      expect(outcomes.filter((outcome) => outcome === 'fine')).to.have.length(1);
      expect(outcomes.filter((outcome) => outcome === 2001)).to.have.length(CONNECTIONS - 1);
      expect(await books.balance(user)).to.equal(40_00);
      await books.expectSound();
    }
  });

  it('spend a balance completely in small amounts', async () => {
    const user = coins(30);
    await books.move('coin.issued', user, 33);
    const outcomes = await atOnce(() => outcomeOf(moveOnce(user, 'coin.held', 1)));
    expect(outcomes.filter((outcome) => outcome === 'fine')).to.have.length(33);
    expect(await books.balance(user)).to.equal(0);
  });

  it('lose no amount, also for an account that does not exist yet', async () => {
    for (const user of [coins(31), cash(31)]) {
      const source = user.kind === 'coin' ? 'coin.issued' : 'cash.gateways';
      await atOnce(() => moveOnce(source, user, 7));
      expect(await books.balance(user)).to.equal(7 * CONNECTIONS);
    }
  });

  it('between two users cause no deadlock', async () => {
    await books.post([
      { from: 'coin.issued', to: coins(32), amount: CONNECTIONS },
      { from: 'coin.issued', to: coins(33), amount: CONNECTIONS },
    ]);
    for (let round = 0; round < 5; round++) {
      await atOnce((index) => (index % 2 ? moveOnce(coins(32), coins(33), 1) : moveOnce(coins(33), coins(32), 1)));
      expect(await books.balance(coins(32))).to.equal(CONNECTIONS);
    }
  });

  it('open the accounts of two users without a deadlock, in any order', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [cash(34 + 2 * round), cash(35 + 2 * round)];
      const to = (account: Account): Movement => ({ from: 'cash.gateways', to: account, amount: 1 });
      await atOnce((index) => postOnce(index % 2 ? [to(a), to(b)] : [to(b), to(a)]));
      expect(await books.balance(a)).to.equal(CONNECTIONS);
      expect(await books.balance(b)).to.equal(CONNECTIONS);
    }
  });

  it('open one coin account per user', async () => {
    const user = await books.addUser('wanted');
    const accounts = await atOnce(() => books.ledger.coinAccount(user));
    expect(new Set(accounts.map(({ id }) => id))).to.have.property('size', 1);
    expect(new Set(accounts.map(({ cash: held }) => held))).to.deep.equal(new Set([0]));
  });

  it('keep the sum of all balances', async () => {
    const people = [50, 51, 52, 53, 54];
    for (const id of people) await books.move('coin.issued', coins(id), 10_00);
    for (let round = 0; round < 5; round++) {
      await atOnce((index) => {
        const [from, to] = [people[index % 5]!, people[(index + 1 + (index % 4)) % 5]!];
        return outcomeOf(moveOnce(coins(from), coins(to), 1 + ((index * 131) % 9_00)));
      });
    }
    const balances = await Promise.all(people.map((id) => books.balance(coins(id))));
    expect(balances.reduce((sum, balance) => sum! + balance!, 0)).to.equal(5 * 10_00);
  });
});
