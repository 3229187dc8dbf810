import type { Services } from 'lectern';
import ipaddr from 'ipaddr.js';
import type { Database } from '../../database/index.ts';

interface Use {
  readonly at: Date;
  readonly from: string;
}

/** Minimum interval between two recorded uses of a token; the recorded time may be this old. */
const COARSE_MS = 10 * 60_000;
const FLUSH_MS = 2_000;
const MOST_KEPT = 10_000;

/**
 * Records the last use of tokens every two seconds, outside of requests. A killed process loses the uses that are not
 * stored yet, which is acceptable for a hint to users.
 */
export class TokenUses {
  readonly #database: Database;
  readonly #clock: Services['clock'];
  readonly #logger: Services['logger'];
  readonly #noted = new Map<string, number>();
  #waiting = new Map<string, Use>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ database, clock, logger }: Pick<Services, 'database' | 'clock' | 'logger'>) {
    this.#database = database;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Notes a use of a token, for the next write. @param digest of the token @param address of the client */
  note(digest: string, address: string): void {
    const at = this.#clock.now();
    const before = this.#noted.get(digest);
    if (before !== undefined && Math.abs(at.getTime() - before) < COARSE_MS) return;
    if (this.#noted.size >= MOST_KEPT) this.#noted.clear();
    this.#noted.set(digest, at.getTime());
    this.#waiting.set(digest, { at, from: abbreviated(address) });
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Stores the noted uses, after a running write has ended. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#writing = this.#writing.then(() => this.#flushNow()));
  }

  stop(): Promise<void> {
    return this.flush();
  }

  async #flushNow(): Promise<void> {
    const uses = [...this.#waiting].sort(([a], [b]) => (a < b ? -1 : 1));
    this.#waiting = new Map();
    if (uses.length === 0) return;
    try {
      await this.#write(uses);
    } catch (error) {
      this.#logger.warn(
        { err: error, tokens: uses.length },
        'The database did not store the last use of some tokens; users see an older use',
      );
    }
  }

  async #write(uses: readonly (readonly [digest: string, use: Use])[]): Promise<void> {
    const digests = uses.map(([digest]) => digest);
    await this.#database.transaction(async () => {
      // Ordered by digest, because two replicas that write concurrently in different orders would deadlock.
      const tokens = this.#database.table('user_tokens').whereIn('digest', digests);
      await tokens.orderBy('digest').forUpdate().select('digest');
      await this.#database.raw(
        `update user_tokens set used_at = used.at, used_from = used.address
         from unnest(?::text[], ?::timestamptz[], ?::text[]) as used (digest, at, address)
         where user_tokens.digest = used.digest`,
        [digests, uses.map(([, { at }]) => at), uses.map(([, { from }]) => from)],
      );
    });
  }
}

/** Returns an address without its last part: `192.0.2.*`, or the first 48 bits of an IPv6 address. */
function abbreviated(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString().replace(/\d+$/, '*');
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}:*`;
}
