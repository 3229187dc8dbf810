import { createHmac } from 'node:crypto';
import { standardFailures, use } from 'lectern';
import type { KeyedRequest, IdempotentAttempt } from '../keyed_request.ts';
import type { DigestKey } from './digest_keys.ts';
import type { KeptKey, KeyPlace } from './idempotency_keys.ts';
import { canonicalJson } from './json.ts';
import { KeyedAttempt, UnkeyedAttempt } from './attempts.ts';

/** Days for which a key is valid, with its answer. */
export const KEPT_DAYS = 1;
const DAY_MS = 86_400_000;

type Claimed = KeyPlace & { readonly operation: string; readonly digest: string };

/**
 * Executes a request with an `Idempotency-Key` only once, although clients repeat it. Keys are valid for 24 hours.
 *
 * @example
 * const operation = 'POST /plugins/raffle/tickets';
 * const request = { key: call.request.idempotencyKey, userId: user.id, operation, body: input };
 * return idempotency.once(request, async (attempt) => {
 *   const id = await attempt.make(() => draw(user.id));
 *   return attempt.answer(async () => ({ id }));
 * });
 */
export class Idempotency {
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #digestKeys = use('digestKeys');
  readonly #keys = use('idempotencyKeys');

  /**
   * Runs `work`, or returns the stored answer of an earlier attempt. A failed or interrupted attempt may be repeated
   * with the same body; the next attempt gets the stored reference. Call `once` outside of transactions.
   * @param work stores the answer with `attempt.answer`; a plain return value is not stored
   * @throws standardFailures.keyReused when the user has sent another request with this key
   * @throws standardFailures.conflict when another attempt is executing the request
   * @example
   * return idempotency.once({ key: request.idempotencyKey, userId: user.id, operation: 'POST /orders', body: input },
   *   (attempt) => attempt.answer(() => orders.create(user.id, input)));
   */
  async once<A extends object>(request: KeyedRequest, work: (attempt: IdempotentAttempt<A>) => Promise<A>): Promise<A> {
    if (this.#database.inTransaction) throw insideTransaction();
    const { key } = request;
    if (key === undefined) return work(new UnkeyedAttempt(this.#database));
    const keyed = { ...request, key };
    const digest = digestOf(keyed, await this.#digestKeys.current());
    const claimed = { userId: request.userId, key, operation: request.operation, digest };
    const kept = await this.#claim(claimed);
    if (kept) await this.#mustBeSame(kept, keyed);
    if (kept?.answer) return kept.answer as A;
    const made = kept?.made ?? undefined;
    const place = { ...claimed, digest: kept?.digest ?? digest };
    const attempt = new KeyedAttempt<A>({ database: this.#database, keys: this.#keys, key: place, made });
    try {
      return await work(attempt);
    } catch (error) {
      const answer = await attempt.settled();
      if (answer) return answer;
      throw error;
    }
  }

  /** Inserts the row of a new key. @returns the row of an earlier attempt, undefined for a new key */
  async #claim(claimed: Claimed): Promise<KeptKey | undefined> {
    const until = new Date(this.#clock.now().getTime() - KEPT_DAYS * DAY_MS);
    for (;;) {
      if (await this.#keys.insert({ ...claimed, createdAt: this.#clock.now() })) return undefined;
      const kept = await this.#keys.find(claimed);
      if (kept && kept.createdAt > until) return kept;
      if (kept) await this.#keys.removeAged(claimed, until);
    }
  }

  /**
   * Compares a repeated request with the digest of the earlier request.
   * @throws standardFailures.keyReused when the requests differ, or the key of the digest is deleted
   */
  async #mustBeSame({ digest }: KeptKey, request: KeyedRequest): Promise<void> {
    const [id = ''] = digest.split('.', 1);
    const key = await this.#digestKeys.find(id);
    if (!key || digestOf(request, key) !== digest) throw standardFailures.keyReused();
  }
}

/** Returns a keyed digest: bodies may contain encrypted passwords, which could be guessed from an unkeyed digest. */
function digestOf({ userId, key, operation, body }: KeyedRequest, { id, secret }: DigestKey): string {
  const digest = createHmac('sha256', secret).update(canonicalJson([userId, key, operation, body]));
  return `${id}.${digest.digest('base64url')}`;
}

function insideTransaction(): Error {
  return new Error(
    'idempotency.once() was called inside of database.transaction(), which would lock the key until the commit; ' +
      'call once() outside of transactions, and write to the database in attempt.make() and attempt.answer().',
  );
}
