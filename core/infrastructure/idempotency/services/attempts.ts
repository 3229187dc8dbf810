import type { Database } from '../../database/index.ts';
import type { IdempotentAttempt } from '../keyed_request.ts';
import { stillRunning, type IdempotencyKeys, type KeptKey, type KeyPlace } from './idempotency_keys.ts';
import { answerJson } from './json.ts';

interface AttemptParts {
  readonly database: Database;
  readonly keys: IdempotencyKeys;
  readonly key: KeyPlace & { readonly digest: string };
  readonly made: string | undefined;
}

/** An attempt to execute a request with a key. */
export class KeyedAttempt<A extends object> implements IdempotentAttempt<A> {
  readonly made: string | undefined;
  /** Reference of the created object, if this attempt has read or stored it. */
  #known: string | undefined;

  constructor(private readonly parts: AttemptParts) {
    this.made = parts.made;
    this.#known = parts.made;
  }

  async make(effect: () => Promise<string>): Promise<string> {
    const { database, keys, key } = this.parts;
    this.#known = await database.transaction(async () => {
      const kept = await this.#hold();
      // Another attempt has stored the answer, which `settled` returns.
      if (kept.answer) throw stillRunning();
      if (kept.made !== null) return kept.made;
      const made = await effect();
      await keys.keepMade(key, made);
      return made;
    });
    return this.#known;
  }

  answer(effect: () => Promise<A>): Promise<A> {
    const { database, keys, key } = this.parts;
    return database.transaction(async () => {
      const kept = await this.#hold();
      return (kept.answer ?? (await keys.keepAnswer(key, await effect()))) as A;
    });
  }

  /**
   * Checks after a failure whether another attempt has completed the request.
   * @returns the answer of the other attempt, otherwise undefined
   * @throws standardFailures.conflict when another attempt has created the object and not stored an answer yet
   */
  async settled(): Promise<A | undefined> {
    const { keys, key } = this.parts;
    const kept = await keys.find(key);
    if (kept?.digest !== key.digest) return undefined;
    if (kept.answer) return kept.answer as A;
    if (kept.made === (this.#known ?? null)) return undefined;
    throw stillRunning();
  }

  /**
   * Locks the key and reads its row again, which may have changed before the lock.
   * @throws standardFailures.conflict while another attempt holds the key, and when the key has expired
   */
  async #hold(): Promise<KeptKey> {
    const { keys, key } = this.parts;
    const kept = await keys.lock(key);
    // The key may have expired before the lock, and another request may have inserted the key again.
    if (kept?.digest !== key.digest) throw stillRunning();
    return kept;
  }
}

/** An attempt to execute a request without a key: each step is a transaction, and no answer is stored. */
export class UnkeyedAttempt<A extends object> implements IdempotentAttempt<A> {
  readonly made = undefined;

  constructor(private readonly database: Database) {}

  make(effect: () => Promise<string>): Promise<string> {
    return this.database.transaction(effect);
  }

  answer(effect: () => Promise<A>): Promise<A> {
    // Serialized like a stored answer, so that an answer with a Date fails without a key, too.
    return this.database.transaction(async () => JSON.parse(answerJson(await effect())) as A);
  }
}
