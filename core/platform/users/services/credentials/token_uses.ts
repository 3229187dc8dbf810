import { use } from 'lectern';
import ipaddr from 'ipaddr.js';
import { LastUses, type BufferedRow, type Database } from '../../../../infrastructure/database/index.ts';

interface Use {
  readonly at: Date;
  readonly from: string;
}

/** Buffers the last uses of tokens, and stores them every few seconds. A killed process loses the unstored uses. */
export class TokenUses extends LastUses<Use> {
  readonly #clock = use('clock');

  constructor() {
    const database = use('database');
    const logger = use('logger');
    const problem = 'The database did not store the last use of some tokens; users see an older use';
    super({
      database,
      write: (uses) => writeUses(database, uses),
      failed: (err, tokens) => logger.warn({ err, tokens }, problem),
    });
  }

  /** Records a use of a token, for the next write. @param digest of the token @param address of the client */
  note(digest: string, address: string): void {
    this.record(digest, this.#clock.now(), (at) => ({ at, from: abbreviated(address) }));
  }
}

/**
 * Writes in the order of the digests, so that two replicas rarely meet in different orders; the transaction runs again
 * after a deadlock. The list of digests selects the nodes of a distributed database.
 */
async function writeUses(database: Database, uses: readonly BufferedRow<Use>[]): Promise<void> {
  const sorted = uses.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const digests = sorted.map(([digest]) => digest);
  const values = [digests, sorted.map(([, { at }]) => at), sorted.map(([, { from }]) => from), digests];
  await database.transaction(() =>
    database.raw(
      `update user_tokens set used_at = used.at, used_from = used.address
       from unnest(?::text[], ?::timestamptz[], ?::text[]) as used (digest, at, address)
       where user_tokens.digest = used.digest and user_tokens.digest = any(?::text[])`,
      values,
    ),
  );
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
