import { standardFailures, use } from 'lectern';
import type { Database, Statement } from '../../database/index.ts';
import { answerJson } from './json.ts';

/** Primary key of the table `idempotency_keys`. */
export interface KeyPlace {
  readonly userId: string;
  readonly key: string;
}

/** Row to insert into `idempotency_keys`. */
export interface NewKey extends KeyPlace {
  readonly operation: string;
  /** Digest that identifies a repeated request. */
  readonly digest: string;
  readonly createdAt: Date;
}

/** Stored state of an idempotency key. `made` is the reference to the created object, null before its creation. */
export interface KeptKey {
  readonly digest: string;
  readonly made: string | null;
  readonly answer: object | null;
  readonly createdAt: Date;
}

const LOCK_NOT_AVAILABLE = '55P03';
const columns = 'digest, made, answer, created_at as "createdAt"';
const place = 'user_id = :userId and key = :key';
const select = `select ${columns} from idempotency_keys where ${place}`;

/** Rows of the table `idempotency_keys`. */
export class IdempotencyKeys {
  readonly #database = use('database');
  readonly #insert: Statement<object, NewKey> = insertion(this.#database);
  readonly #find: Statement<KeptKey, KeyPlace> = this.#database.statement(select);
  readonly #lock: Statement<KeptKey, KeyPlace> = this.#database.statement(`${select} for update nowait`);
  readonly #remove: Statement<object, KeyPlace & { until: Date }> = this.#database.statement(
    `delete from idempotency_keys where ${place} and created_at <= :until`,
  );
  readonly #keepMade: Statement<object, KeyPlace & { made: string }> = this.#database.statement(
    `update idempotency_keys set made = :made where ${place}`,
  );
  readonly #keepAnswer: Statement<{ answer: object }, KeyPlace & { answer: string }> = this.#database.statement(
    `update idempotency_keys set answer = :answer where ${place} returning answer`,
  );

  /** Inserts a key. @returns false when the key exists already */
  async insert(key: NewKey): Promise<boolean> {
    return (await this.#insert.all(key)).length > 0;
  }

  find(key: KeyPlace): Promise<KeptKey | undefined> {
    return this.#find.first(key);
  }

  /** Removes a key if it was created at `until` or earlier. */
  async removeAged(key: KeyPlace, until: Date): Promise<void> {
    await this.#remove.all({ ...key, until });
  }

  /**
   * Locks a key until the transaction ends.
   * @returns the row of the key, undefined for a missing key
   * @throws standardFailures.conflict while another transaction locks the key
   */
  async lock(key: KeyPlace): Promise<KeptKey | undefined> {
    try {
      return await this.#lock.first(key);
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      throw stillRunning();
    }
  }

  async keepMade(key: KeyPlace, made: string): Promise<void> {
    await this.#keepMade.all({ ...key, made });
  }

  /**
   * Stores the answer. @returns the answer as a repeated request gets it, parsed from the stored JSON
   * @throws standardFailures.conflict when the key is missing
   */
  async keepAnswer(key: KeyPlace, answer: object): Promise<object> {
    const kept = await this.#keepAnswer.first({ ...key, answer: answerJson(answer) });
    if (kept) return kept.answer;
    throw stillRunning();
  }
}

export function stillRunning() {
  const message = 'A request with this idempotency key is still running; send the request again in a moment.';
  return standardFailures.conflict({ message });
}

function insertion(database: Database): Statement<object, NewKey> {
  return database.statement(`insert into idempotency_keys (user_id, key, operation, digest, created_at) values (:userId, :key, :operation, :digest, :createdAt)
      on conflict (user_id, key) do nothing returning key`);
}
