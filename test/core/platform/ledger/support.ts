import { expect } from 'chai';
import { Failure } from 'lectern';
import type { Movement, SystemAccount } from '../../../../core/platform/ledger/index.ts';
import { startPlatform, type Platform } from '../../../support/platform.ts';

/** A demo user's coins. */
export const coins = (userId: string | number) => ({ userId: String(userId), kind: 'coin' }) as const;
/** A demo user's cash. */
export const cash = (userId: string | number) => ({ userId: String(userId), kind: 'cash' }) as const;

/** The ledger of the platform, to which only the test posts. */
export class Books {
  readonly #platform: Platform;

  private constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** @param database section of the configuration */
  static async open(database?: object): Promise<Books> {
    return new Books(await startPlatform(database && { modules: { database } }));
  }

  get services() {
    return this.#platform.services;
  }

  get database() {
    return this.services.database;
  }

  get ledger() {
    return this.services.ledger;
  }

  close(): Promise<void> {
    return this.#platform.stop();
  }

  /** A user without any account. @returns the id */
  async addUser(nickname: string): Promise<string> {
    const row = { nickname, roles: ['ROLE_USER'], uuid: nickname };
    const [made] = await this.database.table<{ id: string }>('users').insert(row as object, 'id');
    return made!.id;
  }

  /** Posts in a transaction of its own. */
  post(movements: readonly Movement[], reference: object = {}): Promise<string> {
    return this.database.transaction(() => this.ledger.post({ reason: 'test', ...reference }, movements));
  }

  move(from: Movement['from'], to: Movement['to'], amount: number): Promise<string> {
    return this.post([{ from, to, amount }]);
  }

  /** Balance of a user in the accounting view; undefined without an account. */
  async balance({ userId, kind }: { userId: string; kind: string }): Promise<number | undefined> {
    const row = await this.database.table('audit_accounts').where({ user_id: userId, kind }).first('balance');
    return row && Number(row['balance']);
  }

  /** Balance of an account of the platform in the accounting view. */
  async systemBalance(name: SystemAccount): Promise<number> {
    const query = 'select view.balance from audit_accounts as view join accounts on id = account_id where name = ?';
    const { rows } = await this.database.raw<{ balance: string }>(query, [name]);
    return Number(rows[0]?.balance);
  }

  /** How many rows the tables of the ledger have. */
  async size(): Promise<Record<string, unknown>> {
    const { rows } = await this.database.raw(`
      select (select count(*) from ledger_transactions) as transactions,
        (select count(*) from ledger_entries) as entries, (select count(*) from accounts) as accounts`);
    return rows[0]!;
  }

  /** Expects balances that agree with their entries. */
  async expectSound(): Promise<void> {
    expect(await this.ledger.audit()).to.have.property('wrong', null);
    const { rows } = await this.database.raw(
      'select transaction_id from audit_entries group by transaction_id having sum(amount) <> 0',
    );
    expect(rows).to.deep.equal([]);
  }
}

/** How a promise ended: `fine`, or the code of the failure. Other errors are thrown. */
export async function outcomeOf(promise: Promise<unknown>): Promise<'fine' | number> {
  try {
    await promise;
    return 'fine';
  } catch (error) {
    if (error instanceof Failure) return error.kind.code;
    throw error;
  }
}

/** Error of a rejected promise. @throws Error when it is not rejected */
export async function rejectionOf(promise: PromiseLike<unknown>): Promise<Error & Record<string, unknown>> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Error) return error as Error & Record<string, unknown>;
  throw new Error('The promise was not rejected.');
}
