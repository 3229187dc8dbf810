import { standardFailures, use } from 'lectern';
import { inTime, reasonOf } from '../../../hosting/internals.ts';
import type { AttemptRule, Attempts } from '../attempts.ts';
import type { Counter, LimitRule } from '../counter.ts';
import type { CountStore } from './count_store.ts';
import { DatabaseStore } from './database_store.ts';
import { RedisStore } from './redis_store.ts';
import { StoredAttempts } from './stored_attempts.ts';
import { StoredCounter } from './stored_counter.ts';

const TIMEOUT_MS = 1500;
const RETRY_AFTER_SECONDS = 5;
const uncounted =
  'Limits cannot be counted: their store (Redis with REDIS_URL, else the database) is unavailable. ' +
  'Operations with a limit answer 503 until the store answers again. Check the store';

/**
 * Rate limits, counted over all replicas: in Redis if `redisUrl` is set, otherwise in the database. While the store is
 * unavailable, operations with a limit answer 503.
 *
 * Windows follow the real time of the machine, the database or Redis. Tests cannot end a window by moving the service
 * `clock`.
 *
 * @example
 * const rings = limits.counter('door-bell', { points: 3, seconds: 60 });
 * const standing = await rings.take(user.id);
 * if (!standing.allowed) throw refusal('door-bell', standing);
 */
export class Limits {
  readonly #database = use('database');
  readonly #logger = use('logger');
  readonly #keyPrefix: string;
  readonly #store: CountStore;
  #away = false;

  constructor() {
    const { redisUrl, keyPrefix } = use('limitsConfig');
    this.#keyPrefix = keyPrefix;
    this.#store = redisUrl ? new RedisStore(redisUrl, this.#lost) : new DatabaseStore(this.#database.reserved);
  }

  /** Opens the store. An unavailable store does not prevent the start; `operatorRemarks` reports it. */
  async start(): Promise<void> {
    await this.#store.start().catch(this.#lost);
  }

  /**
   * Checks the store. An unavailable store causes a remark, not an error: a process that is not ready would get no
   * requests, although operations without a limit still work.
   */
  async check(): Promise<void> {
    await answerOf(() => this.#store.check()).then(this.#found, this.#lost);
  }

  operatorRemarks(): readonly string[] {
    return this.#away ? [`${uncounted}.`] : [];
  }

  stop(): void {
    this.#store.stop();
  }

  /**
   * Creates a counter. Call `counter` in the constructor of a service, with the same rule for the same name.
   * @param name at most 64 letters, digits, `_` and `-`; sent to clients in headers
   * @throws Error when the name or the rule is invalid
   * @example
   * this.#perNumber = limits.counter('sms_number', { points: 5, seconds: 3600 });
   */
  counter(name: string, rule: LimitRule): Counter {
    assertFit(name, rule);
    return new StoredCounter({ name, rule, ...this.#parts });
  }

  /**
   * Limits attempts at a secret, such as a password. Call `attempts` in the constructor of a service.
   * @param name as in `counter`
   * @throws Error when the name or the rule is invalid, or no attempt is allowed
   * @example
   * this.#pins = limits.attempts('pin', { points: 5, seconds: 1800, blockSeconds: 1800 });
   * const isRight = await this.#pins.check(userId, () => this.#compare(userId, pin));
   */
  attempts(name: string, rule: AttemptRule): Attempts {
    assertFit(name, rule);
    if (rule.points === 0) throw new Error(`The rule of the attempts "${name}" is wrong: points must be at least 1.`);
    return new StoredAttempts({ name, rule, ...this.#parts });
  }

  get #parts() {
    return { keyPrefix: this.#keyPrefix, store: this.#store, reach: this.#reach };
  }

  /** Calls the store. @throws standardFailures.unavailable if the store is unavailable; Error in an open transaction */
  readonly #reach = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (this.#database.inTransaction) throw insideTransaction();
    try {
      const answer = await answerOf(ask);
      this.#found();
      return answer;
    } catch (error) {
      if (!(error instanceof TooSlow) && !this.#store.isAway(error)) throw error;
      this.#lost(error);
      throw standardFailures.unavailable({ headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
    }
  };

  /** Logs the first of consecutive failures. Logs only the message: other fields may contain the password of Redis. */
  readonly #lost = (error: unknown): void => {
    if (this.#away) return;
    this.#away = true;
    const reason = reasonOf(error);
    this.#logger.warn({ reason }, uncounted);
  };

  readonly #found = (): void => {
    if (this.#away)
      this.#logger.info({}, 'The store of the limits answers again, so operations with a limit are served');
    this.#away = false;
  };
}

class TooSlow extends Error {}

function answerOf<T>(run: () => Promise<T>): Promise<T> {
  const late = () => new TooSlow(`The store of the limits did not answer within ${TIMEOUT_MS} ms.`);
  return inTime({ milliseconds: TIMEOUT_MS, run, late });
}

function assertFit(name: string, { points, seconds, blockSeconds = 0 }: LimitRule): void {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw new Error(`"${name}" cannot name a limit; use 1 to 64 letters, digits, "_" and "-".`);
  }
  if ([points, seconds, blockSeconds].every((one) => Number.isSafeInteger(one) && one >= 0) && seconds > 0) return;
  throw new Error(
    `The rule of the limit "${name}" is wrong: points and blockSeconds must be integers from 0, seconds from 1.`,
  );
}

function insideTransaction(): Error {
  return new Error(
    'A limit cannot be counted inside of database.transaction(): the count would be rolled back with it. ' +
      'Count before the transaction, or in database.afterCommit().',
  );
}
