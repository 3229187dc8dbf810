import { expect } from 'chai';
import fc from 'fast-check';
import type { Account, Currency, Movement } from '../../../../../core/platform/ledger/index.ts';
import { started } from '../../../../support/started.ts';
import { Books, outcomeOf } from '../support.ts';

const USERS = 3;

/** A movement among the users of a run, who are numbered from 0, and the accounts of the platform. */
interface Step {
  readonly kind: Currency;
  readonly from: number | 'source' | 'sink';
  readonly to: number | 'source' | 'sink';
  readonly amount: number;
}

const party = fc.oneof(
  { weight: 4, arbitrary: fc.nat(USERS - 1) },
  fc.constantFrom('source' as const, 'sink' as const),
);
const step = fc
  .record<Step>({
    kind: fc.constantFrom('coin' as const, 'cash' as const),
    from: party,
    to: party,
    amount: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 10 ** 12 })),
  })
  .filter(({ from, to }) => from !== to);
const posts = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 15 });

/** Expected balances by user and currency. Accounts of the platform may have any balance. */
class Model {
  readonly held = new Map<string, number>();

  /** Whether the steps can be taken; takes them if so. */
  take(steps: readonly Step[]): boolean {
    const next = new Map(this.held);
    const add = (who: Step['from'], kind: Currency, amount: number) => {
      if (typeof who === 'number') next.set(`${who} ${kind}`, (next.get(`${who} ${kind}`) ?? 0) + amount);
    };
    for (const { kind, from, to, amount } of steps) {
      add(from, kind, -amount);
      add(to, kind, amount);
    }
    if ([...next.values()].some((balance) => balance < 0)) return false;
    for (const [account, balance] of next) this.held.set(account, balance);
    return true;
  }
}

describe('The ledger, compared with a model,', () => {
  const books = started(() => Books.open());
  let runs = 0;

  /** Users of this run only. */
  function newcomers(): Promise<string[]> {
    const run = ++runs;
    return Promise.all(Array.from({ length: USERS }, (_, index) => books.addUser(`run${run}-${index}`)));
  }

  const systemSum = async () => {
    const { rows } = await books.database.raw<{ sum: string }>('select sum(balance) as sum from audit_accounts');
    return Number(rows[0]!.sum);
  };

  it('agrees with the model for any postings, and keeps the sum of all balances', async () => {
    await fc.assert(
      fc.asyncProperty(posts, async (run) => {
        const users = await newcomers();
        const accountOf = (who: Step['from'], kind: Currency): Account => {
          if (typeof who === 'number') return { userId: users[who]!, kind };
          if (kind === 'coin') return who === 'source' ? 'coin.issued' : 'coin.sales';
          return who === 'source' ? 'cash.gateways' : 'cash.sales';
        };
        const model = new Model();
        for (const steps of run) {
          const movements = steps.map(({ kind, from, to, amount }): Movement => {
            return { from: accountOf(from, kind), to: accountOf(to, kind), amount };
          });
          expect(await outcomeOf(books.post(movements))).to.equal(model.take(steps) ? 'fine' : 2001);
        }
        for (const [account, balance] of model.held) {
          const [index, kind] = account.split(' ') as [string, Currency];
          expect(await books.balance({ userId: users[Number(index)]!, kind })).to.equal(balance);
        }
        expect(await systemSum()).to.equal(0);
        await books.expectSound();
      }),
      { numRuns: 20 },
    );
  }).timeout(60_000);
});
