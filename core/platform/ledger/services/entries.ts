import { currencyOf, systemAccounts, type Account, type Movement } from '../account.ts';

/** The entries of a transaction, column by column, as parameters of `postSql`. */
export interface EntryColumns {
  /** Number of the movement; the two entries of a movement cancel each other out. */
  readonly movements: readonly number[];
  /** Owner of the account of each entry; null for an account of the platform. */
  readonly userIds: readonly (string | null)[];
  /** Name of the account of each entry; null for the account of a user. */
  readonly names: readonly (string | null)[];
  readonly kinds: readonly string[];
  readonly amounts: readonly number[];
}

interface Entry {
  readonly movement: number;
  readonly account: Account;
  readonly amount: number;
}

/** Returns the two entries of every movement. @throws Error without movements, or for an invalid movement */
export function entriesOf(movements: readonly Movement[]): EntryColumns {
  if (movements.length === 0)
    throw new Error('The ledger transaction has no movements; pass at least one movement to ledger.post().');
  const entries = movements.flatMap(({ from, to, amount }, index): Entry[] => {
    assertPostable({ from, to, amount });
    const movement = index + 1;
    return [
      { movement, account: from, amount: -amount },
      { movement, account: to, amount },
    ];
  });
  return {
    movements: entries.map(({ movement }) => movement),
    userIds: entries.map(({ account }) => (typeof account === 'string' ? null : account.userId)),
    names: entries.map(({ account }) => (typeof account === 'string' ? account : null)),
    kinds: entries.map(({ account }) => currencyOf(account)),
    amounts: entries.map(({ amount }) => amount),
  };
}

function assertPostable({ from, to, amount }: Movement): void {
  const what = `The movement of ${amount} from ${nameOf(from)} to ${nameOf(to)}`;
  for (const account of [from, to]) {
    if (typeof account === 'string' && !systemAccounts.includes(account)) {
      throw new Error(
        `${what} names an unknown account; use one of ${systemAccounts.join(', ')}, or the account of a user.`,
      );
    }
  }
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    throw new Error(
      `${what} has an invalid amount; pass a positive integer of hundredths, and swap the accounts for the other direction.`,
    );
  }
  if (currencyOf(from) !== currencyOf(to)) {
    throw new Error(
      `${what} moves money between two currencies; post one movement for each currency, to and from accounts of the platform.`,
    );
  }
  if (nameOf(from) === nameOf(to)) throw new Error(`${what} has the same account on both sides; remove the movement.`);
}

function nameOf(account: Account): string {
  return typeof account === 'string' ? account : `the ${account.kind} account of user ${account.userId}`;
}
