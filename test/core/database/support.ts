import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Meters } from 'lectern';
import { it } from 'mocha';
import { Database } from '../../../core/database/database.ts';
import type { DatabaseConfig, Logger } from '../../../core/database/database_config.ts';
import { createDatabase, dropDatabase } from '../../support/place.ts';

const serverUrl = process.env.TEST_DATABASE_URL;

/** A test that needs several connections. */
export const itOnServer = serverUrl ? it : it.skip;
/** A test of what only the embedded database does. */
export const itEmbedded = serverUrl ? it.skip : it;

export const silent: Logger = { info() {}, warn() {}, error() {} };

const defaults: DatabaseConfig = {
  replicaUrls: [],
  replicaLagSeconds: 5,
  dataDir: 'memory',
  poolMin: 0,
  poolMax: 10,
  acquireTimeoutMs: 5000,
  statementTimeoutMs: 15000,
  backgroundTimeoutMs: 60000,
  reservedConnections: 0,
  slowQueryMs: 500,
  heldConnectionMs: 10_000,
  allowEmbeddedInProduction: false,
  preparedStatements: false,
};

/** A database of one's own: an embedded one, or one made on the server and dropped afterwards. */
export class Place {
  readonly url: string | undefined;
  readonly #opened: Database[] = [];

  private constructor(url: string | undefined) {
    this.url = url;
  }

  static async make(): Promise<Place> {
    if (!serverUrl) return new Place(undefined);
    return new Place(await createDatabase(serverUrl));
  }

  /** A database object that `clear` stops. */
  make(config: Partial<DatabaseConfig> = {}, logger = silent, meters?: Meters): Database {
    const databaseConfig = { ...defaults, ...(this.url ? { url: this.url } : {}), ...config };
    const database = new Database({ databaseConfig, logger, environment: 'test', ...(meters && { meters }) });
    this.#opened.push(database);
    return database;
  }

  async start(config: Partial<DatabaseConfig> = {}, logger = silent): Promise<Database> {
    const database = this.make(config, logger);
    await database.start();
    return database;
  }

  async clear(): Promise<void> {
    await Promise.all(this.#opened.map((database) => database.stop()));
    if (serverUrl && this.url) await dropDatabase(serverUrl, this.url);
  }
}

/** An embedded database whatever the tests run on. */
export function embedded(config: Partial<DatabaseConfig>, environment: 'test' | 'production' = 'test'): Database {
  return new Database({ databaseConfig: { ...defaults, ...config }, logger: silent, environment });
}

/** Runs `work` with a new folder, which is removed afterwards. */
export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The error a promise rejects with. @throws Error when it resolves */
export async function failureOf(promise: PromiseLike<unknown>): Promise<Error & Record<string, unknown>> {
  const failure = await Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof Error)) throw new Error('Expected a rejection, but the promise resolved.');
  return failure as Error & Record<string, unknown>;
}
