import { use } from 'lectern';
import ipaddr from 'ipaddr.js';
import { LastUses, type BufferedRow } from '../../../../infrastructure/database/index.ts';

interface Use {
  readonly at: Date;
  readonly from: string;
}

/** Buffers the last uses of tokens, and stores them every few seconds. A killed process loses the unstored uses. */
export class TokenUses {
  readonly #logger = use('logger');
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #uses: LastUses<Use> = new LastUses({
    database: this.#database,
    write: (uses) => this.#write(uses),
    failed: (err, tokens) => {
      this.#logger.warn(
        { err, tokens },
        'The database did not store the last use of some tokens; users see an older use',
      );
    },
  });

  /** Records a use of a token, for the next write. @param digest of the token @param address of the client */
  note(digest: string, address: string): void {
    this.#uses.record(digest, this.#clock.now(), (at) => ({ at, from: abbreviated(address) }));
  }

  /** Stores the recorded uses, after a running write has ended. */
  flush(): Promise<void> {
    return this.#uses.flush();
  }

  stop(): Promise<void> {
    return this.#uses.stop();
  }

  async #write(uses: readonly BufferedRow<Use>[]): Promise<void> {
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

/** Returns `192.0.2.*` for an IPv4 address, the first 48 bits of an IPv6 address, and "" for other text. */
function abbreviated(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString().replace(/\d+$/, '*');
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}:*`;
}
