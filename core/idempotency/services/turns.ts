import type { Database } from '../../database/index.ts';
import type { Turn } from '../keyed_request.ts';
import { stillRunning, type IdempotencyKeys, type KeptKey, type KeyPlace } from './idempotency_keys.ts';
import { answerJson } from './json.ts';

/** What a turn works with. */
interface TurnParts {
  readonly database: Database;
  readonly keys: IdempotencyKeys;
  /** The key and what is known under it. */
  readonly key: KeyPlace & { readonly digest: string };
  readonly made: string | undefined;
}

/** A try to carry out a request that has a key. */
export class KeyedTurn<A extends object> implements Turn<A> {
  readonly made: string | undefined;
  readonly #parts: TurnParts;
  /** What was made, as far as this try knows. */
  #known: string | undefined;

  constructor(parts: TurnParts) {
    this.#parts = parts;
    this.made = parts.made;
    this.#known = parts.made;
  }

  async make(effect: () => Promise<string>): Promise<string> {
    const { database, keys, key } = this.#parts;
    this.#known = await database.transaction(async () => {
      const kept = await this.#hold();
      // Another try has answered, and this one is over: `settled` finds the answer.
      if (kept.answer) throw stillRunning();
      if (kept.made !== null) return kept.made;
      const made = await effect();
      await keys.keepMade(key, made);
      return made;
    });
    return this.#known;
  }

  answer(effect: () => Promise<A>): Promise<A> {
    const { database, keys, key } = this.#parts;
    return database.transaction(async () => {
      const kept = await this.#hold();
      return (kept.answer ?? (await keys.keepAnswer(key, await effect()))) as A;
    });
  }

  /**
   * Looks again after a failure, which may only say that another try was faster: what this one wanted is done.
   * @returns the answer of the other try, if there is one
   * @throws conflict when the other one is not done yet
   */
  async settled(): Promise<A | undefined> {
    const { keys, key } = this.#parts;
    const kept = await keys.find(key);
    if (kept?.digest !== key.digest) return undefined;
    if (kept.answer) return kept.answer as A;
    if (kept.made === (this.#known ?? null)) return undefined;
    throw stillRunning();
  }

  /** Holds the key, and looks again: what was read before it was held may be over. @throws conflict */
  async #hold(): Promise<KeptKey> {
    const { keys, key } = this.#parts;
    const kept = await keys.lock(key);
    // After a day, another request may have taken it over.
    if (kept?.digest !== key.digest) throw stillRunning();
    return kept;
  }
}

/** A request without a key: its steps are transactions, and nothing is kept of it. */
export class UnkeyedTurn<A extends object> implements Turn<A> {
  readonly made = undefined;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  make(effect: () => Promise<string>): Promise<string> {
    return this.#database.transaction(effect);
  }

  answer(effect: () => Promise<A>): Promise<A> {
    // Through JSON like every other, so that an answer that could not be kept is found out at once.
    return this.#database.transaction(async () => JSON.parse(answerJson(await effect())) as A);
  }
}
