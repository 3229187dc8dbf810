import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { standardFailures } from 'lectern';
import { ConcurrencyLimiter } from '../../limits/index.ts';

// OWASP's first choice for argon2id: 19 MiB, two passes. It is the library's own algorithm unless told.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// One thread of the four that Node has for slow work stays free for files and names.
const AT_ONCE = 3;
const MOST_WAITING = 200;

const tooManySignIns = () =>
  standardFailures.unavailable({
    message: 'Too many people sign in at the moment; try again in a second.',
    headers: { 'Retry-After': '1' },
  });

/** Slow hashes of passwords, made beside the event loop. */
export class Passwords {
  readonly #limiter = new ConcurrencyLimiter(AT_ONCE, { queue: { limit: MOST_WAITING, full: tooManySignIns } });
  #nobodys: Promise<string> | undefined;

  /** The hash to be kept. */
  hash(password: string): Promise<string> {
    return this.#limiter.run(() => hash(normal(password), cost));
  }

  /**
   * Whether a password is the one of a hash.
   * @param known the hash, or nothing for a user who is not there: the answer is no after the same time
   */
  async isRight(password: string, known: string | null | undefined): Promise<boolean> {
    this.#nobodys ??= hash(randomBytes(32), cost);
    const compared = known ?? (await this.#nobodys);
    const isSame = await this.#limiter.run(() => verify(compared, normal(password)));
    return isSame && compared === known;
  }
}

/** The same characters may be typed in several ways; they are one password. */
function normal(password: string): string {
  return password.normalize('NFKC');
}
