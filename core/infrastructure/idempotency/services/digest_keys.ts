import { use } from 'lectern';
import { hash, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { Job } from '../../jobs/index.ts';

/** Secret key for digests of requests. Every digest contains the id of the key that created it. */
export interface DigestKey {
  readonly id: string;
  readonly secret: KeyObject;
}

const BYTES = 32;
const ID_LENGTH = 12;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ROTATION_MS = 30 * DAY_MS;
/** Age of a key at which earlier keys are deleted. Answers expire in a day; replicas read a new key within an hour. */
const RETENTION_MS = 2 * DAY_MS;

/**
 * Keys of the digests: configured keys, or else generated keys in the database, created on first use and rotated. A
 * digest contains the id of its key, so earlier keys verify digests until their answers expire.
 */
export class DigestKeys implements Job {
  readonly name = 'idempotency.rotate_keys';
  readonly everySeconds = 3_600;
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #configured: readonly DigestKey[] = use('idempotencyConfig').keys.map((text) => ({
    id: hash('sha256', `lectern:idempotency:${text}`, 'base64url').slice(0, ID_LENGTH),
    secret: createSecretKey(text, 'utf8'),
  }));
  #kept: readonly DigestKey[] = [];
  #readAt = 0;

  /** Returns the key for new digests. */
  async current(): Promise<DigestKey> {
    const [configured] = this.#configured;
    if (configured) return configured;
    if (this.#kept.length === 0 || this.#now() - this.#readAt > HOUR_MS) await this.#read();
    return this.#kept[0] as DigestKey;
  }

  /** Returns the key of an earlier digest, or undefined when the key is deleted. */
  async find(id: string): Promise<DigestKey | undefined> {
    const known = () => [...this.#configured, ...this.#kept].find((key) => key.id === id);
    const found = known();
    if (found) return found;
    // Another replica may have created the key since the last read.
    await this.#read();
    return known();
  }

  /**
   * Creates a key if there is none or the newest is 30 days old, unless keys are configured. Deletes generated keys
   * whose answers have expired.
   */
  async run(): Promise<void> {
    if (this.#configured.length === 0) await this.#make();
    await this.#database.raw(
      `delete from idempotency_secrets
       where id < (select max(id) from idempotency_secrets where created_at <= ?)`,
      [new Date(this.#now() - RETENTION_MS)],
    );
  }

  async #read(): Promise<void> {
    const select = 'select id, secret from idempotency_secrets order by id desc';
    let { rows } = await this.#database.raw<{ id: string; secret: string }>(select);
    if (rows.length === 0) {
      await this.#make();
      ({ rows } = await this.#database.raw(select));
    }
    this.#kept = rows.map(({ id, secret }) => ({ id, secret: createSecretKey(secret, 'base64url') }));
    this.#readAt = this.#now();
  }

  /** Creates a key if there is none or the newest is 30 days old. Of several concurrent calls, only one creates a key. */
  async #make(): Promise<void> {
    const now = this.#now();
    await this.#database.raw(
      `insert into idempotency_secrets (id, secret, created_at)
       select coalesce(max(id), 0) + 1, ?, ?::timestamptz from idempotency_secrets
       having max(created_at) is null or max(created_at) <= ?
       on conflict (id) do nothing`,
      [randomBytes(BYTES).toString('base64url'), new Date(now), new Date(now - ROTATION_MS)],
    );
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
