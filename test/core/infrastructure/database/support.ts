import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Meters } from 'lectern';
import { Database } from '../../../../core/infrastructure/database/database.ts';
import type { DatabaseConfig, Logger } from '../../../../core/infrastructure/database/config.ts';
import { leaveIdle, takeIdle } from '../../../support/idle.ts';
import { FOLDERS_KEPT, keepFolders } from '../../../support/kept_folders.ts';
import { createDatabase, dropDatabase } from '../../../support/test_database.ts';

const serverUrl = process.env.TEST_DATABASE_URL;

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
  operatorConnections: 0,
  slowQueryMs: 500,
  heldConnectionMs: 10_000,
  allowEmbeddedInProduction: false,
  preparedStatements: false,
};

/** The embedded database that test files hand on to each other, because opening one costs a second. */
interface Shared {
  readonly database: Database;
  /** Where its messages go at the moment. */
  readonly log: { to: Logger };
}

/** A database of one's own: the embedded one, emptied afterwards, or one made on the server and dropped afterwards. */
export class DatabaseFixture {
  readonly url: string | undefined;
  readonly #opened: Database[] = [];
  #shared: Shared | undefined;

  private constructor(url: string | undefined) {
    this.url = url;
  }

  static async make(): Promise<DatabaseFixture> {
    if (!serverUrl) return new DatabaseFixture(undefined);
    return new DatabaseFixture(await createDatabase(serverUrl));
  }

  /** A database object that `clear` stops. */
  make(config: Partial<DatabaseConfig> = {}, logger = silent, meters?: Meters): Database {
    const databaseConfig = { ...defaults, ...(this.url ? { url: this.url } : {}), ...config };
    const database = new Database({ databaseConfig, logger, environment: 'test', ...(meters && { meters }) });
    this.#opened.push(database);
    return database;
  }

  /** A database that is open; without a configuration, and not on a server, the one that all test files use. */
  async start(config: Partial<DatabaseConfig> = {}, logger = silent): Promise<Database> {
    if (!this.url && Object.keys(config).length === 0) return this.#share(logger);
    const database = this.make(config, logger);
    await database.start();
    return database;
  }

  async clear(): Promise<void> {
    await Promise.all(this.#opened.map((database) => database.stop()));
    if (serverUrl && this.url) await dropDatabase(serverUrl, this.url);
    if (!this.#shared) return;
    const { database } = this.#shared;
    await database.raw('drop schema public cascade');
    await database.raw('create schema public');
    await leaveIdle('database', this.#shared, () => database.stop());
    this.#shared = undefined;
  }

  async #share(to: Logger): Promise<Database> {
    this.#shared ??= takeIdle<Shared>('database') ?? (await openShared());
    this.#shared.log.to = to;
    return this.#shared.database;
  }
}

async function openShared(): Promise<Shared> {
  const log = { to: silent };
  const forward = (level: keyof Logger) => (about: object, message: string) => log.to[level](about, message);
  const logger = { info: forward('info'), warn: forward('warn'), error: forward('error') };
  const database = new Database({ databaseConfig: defaults, logger, environment: 'test' });
  await database.start();
  return { database, log };
}

/** An embedded database whatever the tests run on. */
export function embedded(config: Partial<DatabaseConfig>, environment: 'test' | 'production' = 'test'): Database {
  return new Database({ databaseConfig: { ...defaults, ...config }, logger: silent, environment });
}

/** Runs `work` with a new folder, which is removed afterwards. Databases in it are closed for real. */
export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  await keepFolders(0);
  try {
    await work(folder);
  } finally {
    await keepFolders(FOLDERS_KEPT);
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

/** How long a database waits for connections and queries, in milliseconds. */
export function limitsOf(database: Database): { acquireConnectionTimeout: number; queryLimit: () => number } {
  return (database.knex.client as { config: ReturnType<typeof limitsOf> }).config;
}

/** Runs `work` while `count` transactions keep their connections. */
export async function whileBusy<T>(database: Database, count: number, work: () => Promise<T>): Promise<T> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const begun: Promise<void>[] = [];
  const transactions = Array.from({ length: count }, () => {
    let note = () => {};
    begun.push(new Promise((resolve) => (note = resolve)));
    return database.transaction(async () => {
      await database.raw('select 1');
      note();
      await released;
    });
  });
  await Promise.all(begun);
  return work().finally(() => {
    release();
    return Promise.all(transactions);
  });
}
