import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { fill } from '../../../core/testing/snapshot.ts';
import { freePort } from '../../support/free_port.mjs';
import { projectRoot } from '../../support/platform.ts';
import { askOnce } from './ask_once.ts';
import { ServerProcess } from './server_process.ts';
import { accountOf, toolPath } from './tools.ts';
import { until } from './until.ts';

const run = promisify(execFile);

/** Shutdown mode of PostgreSQL; after `immediate`, the next start recovers as after a crash. */
export type StopMode = 'smart' | 'fast' | 'immediate';

type Settings = Readonly<Record<string, string | number>>;

const signals: Readonly<Record<StopMode, NodeJS.Signals>> = { smart: 'SIGTERM', fast: 'SIGINT', immediate: 'SIGQUIT' };

// Tests kill processes, never the machine: without fsync, the operating system still keeps the written data.
const quick: Settings = { fsync: 'off', shared_buffers: '32MB', unix_socket_directories: '', logging_collector: 'off' };

let migratedFolder: Promise<string> | undefined;

/** A PostgreSQL server for one test in a temporary folder, which can be stopped, killed and restarted. */
export class PrivatePostgres {
  #server: ServerProcess | undefined;

  private constructor(
    readonly folder: string,
    readonly port: number,
    readonly settings: Settings,
  ) {}

  /** Copies a cluster whose database `postgres` has the tables and demo data of the platform, and starts its server. */
  static async start({ settings = {} }: { settings?: Settings } = {}): Promise<PrivatePostgres> {
    const migrated = await (migratedFolder ??= PrivatePostgres.#migrate());
    const folder = ownFolder();
    await run('cp', ['-a', `${migrated}/.`, folder]);
    const made = new PrivatePostgres(folder, await freePort(), settings);
    await made.start();
    return made;
  }

  /** Creates the cluster that `start` copies. @returns its folder, which the end of this process removes */
  static async #migrate(): Promise<string> {
    const folder = ownFolder();
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const how = ['-D', folder, '-A', 'trust', '-U', 'postgres', '-N', '-E', 'UTF8', '--locale=C.UTF-8'];
    await run(toolPath('initdb'), how, { ...accountOf('postgres'), cwd: '/' });
    const server = new PrivatePostgres(folder, await freePort(), {});
    await server.start();
    await fill({ root: projectRoot, demo: true, without: [] }, { DATABASE_URL: server.url }, async (database) => {
      await database.raw('drop schema lectern_snapshot cascade');
    });
    await server.stop();
    return folder;
  }

  /** Creates a streaming standby of a primary, and starts the standby. */
  static async standbyOf(primary: PrivatePostgres): Promise<PrivatePostgres> {
    const folder = ownFolder();
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
    const how = ['-D', folder, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'];
    await run(toolPath('pg_basebackup'), [...from, ...how], { ...accountOf('postgres'), cwd: '/' });
    const made = new PrivatePostgres(folder, await freePort(), primary.settings);
    await made.start();
    return made;
  }

  get url(): string {
    return this.urlOf('postgres');
  }

  /** Returns the URL of a database of the server. */
  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** Output of the server since its last start. */
  get output(): string {
    return this.#server?.output ?? '';
  }

  /** Starts the server, also after a crash, and waits until it answers. */
  async start(): Promise<void> {
    await until(() => this.#begin(), { timeout: 60_000, pause: 50 });
  }

  /** Stops the server, and waits for its end. */
  async stop(mode: StopMode = 'fast'): Promise<void> {
    await this.#server?.end(signals[mode]);
  }

  async restart(mode: StopMode = 'fast'): Promise<void> {
    await this.stop(mode);
    await this.start();
  }

  /** Kills the postmaster without a shutdown; its backends end by themselves. */
  async kill(): Promise<void> {
    await this.#server?.end('SIGKILL');
  }

  /** Promotes a standby to a primary. */
  async promote(): Promise<void> {
    await run(toolPath('pg_ctl'), ['promote', '-w', '-D', this.folder], { ...accountOf('postgres'), cwd: '/' });
  }

  async query<Row extends pg.QueryResultRow>(sql: string, database = 'postgres'): Promise<Row[]> {
    return askOnce<Row>(this.urlOf(database), sql);
  }

  /** Stops the server, and removes its folder. */
  async clear(): Promise<void> {
    await this.stop('immediate');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  /** Tries to start once. A start fails until the last backend of a killed server has released the shared memory. */
  async #begin(): Promise<void> {
    if (!this.#server?.isAlive) this.#server = this.#spawn();
    await this.query('select 1');
    this.#server.assertAlive();
  }

  #spawn(): ServerProcess {
    const all = { ...quick, listen_addresses: '127.0.0.1', port: this.port, ...this.settings };
    const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = ['-D', this.folder, ...settings];
    return new ServerProcess({ file: toolPath('postgres'), args, cwd: '/', account: accountOf('postgres') });
  }
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-'));
  const { uid, gid } = accountOf('postgres');
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}
