import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { standardFailures } from 'lectern';
import { ConcurrencyLimiter } from '../../../../infrastructure/limits/index.ts';

// Minimum that OWASP recommends for argon2id, the default algorithm of `@node-rs/argon2`: 19 MiB, two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Passwords hashed at once: a CPU core stays free for requests, and one of four threads of Node's pool for files and DNS.
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));
/** Maximum number of queued logins. */
const MAX_QUEUE_LENGTH = 200;

const tooManySignIns = () =>
  standardFailures.unavailable({
    message: 'Too many logins are running; try again in a second.',
    headers: { 'Retry-After': '1' },
  });

/** Creates a limiter for concurrent logins; logins that exceed the queue fail with `unavailable`. */
export function loginLimiter(concurrency: number): ConcurrencyLimiter {
  return new ConcurrencyLimiter(concurrency, { queue: { limit: MAX_QUEUE_LENGTH, full: tooManySignIns } });
}

/** Computes slow hashes of passwords in threads, outside of the event loop. A full queue fails with `unavailable`. */
export class Passwords {
  readonly #limiter = loginLimiter(AT_ONCE);
  #dummyHash: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.#limiter.run(() => hash(normal(password), cost));
  }

  /**
   * Whether a password matches a hash.
   * @param known the stored hash; without a hash the result is false, after the same time
   */
  async isRight(password: string, known: string | null | undefined): Promise<boolean> {
    this.#dummyHash ??= hash(randomBytes(32), cost);
    const compared = known ?? (await this.#dummyHash);
    const isSame = await this.#limiter.run(() => verify(compared, normal(password)));
    return isSame && compared === known;
  }
}

/** Normalizes Unicode: different encodings of the same characters are one password. */
function normal(password: string): string {
  return password.normalize('NFKC');
}
