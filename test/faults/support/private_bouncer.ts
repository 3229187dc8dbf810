import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { askOnce } from './ask_once.ts';
import { freePort } from '../../support/free_port.mjs';
import { ServerProcess } from './server_process.ts';
import { accountOf, toolPath } from './tools.ts';
import { until } from './until.ts';

type Settings = Readonly<Record<string, string | number>>;

/**
 * Few connections to the server for many clients, so that each statement may find another one; nothing is put right
 * in between (`server_reset_query` does not run in transaction mode), so that what a client left behind meets the next.
 */
const transactionMode: Settings = {
  pool_mode: 'transaction',
  auth_type: 'any',
  max_client_conn: 500,
  default_pool_size: 5,
  // A database that is dropped, as tests do, leaves nothing behind that the next one of its name would wait for.
  server_idle_timeout: 5,
  log_connections: 0,
  log_disconnections: 0,
};

/** A PgBouncer of a test's own, in transaction mode, in front of every database of a server. */
export class PrivateBouncer {
  private constructor(
    readonly port: number,
    readonly folder: string,
    readonly server: ServerProcess,
  ) {}

  static async before({ port: serverPort }: { port: number }, settings: Settings = {}): Promise<PrivateBouncer> {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-pgbouncer-'));
    const port = await freePort();
    const all = { listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', ...transactionMode, ...settings };
    const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
    const file = join(folder, 'pgbouncer.ini');
    const databases = ['[databases]', `* = host=127.0.0.1 port=${serverPort} user=postgres`];
    writeFileSync(file, [...databases, '[pgbouncer]', ...lines, 'admin_users = postgres', ''].join('\n'));
    const account = accountOf('postgres');
    if (account.uid !== undefined && account.gid !== undefined)
      for (const path of [folder, file]) chownSync(path, account.uid, account.gid);
    const server = new ServerProcess({ file: toolPath('pgbouncer'), args: [file], cwd: '/', account });
    const bouncer = new PrivateBouncer(port, folder, server);
    await until(() => bouncer.query('select 1'));
    return bouncer;
  }

  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** A statement through the bouncer, or, with the database `pgbouncer`, a command to it. */
  async query<Row extends pg.QueryResultRow>(sql: string, database = 'postgres'): Promise<Row[]> {
    this.server.assertAlive();
    return askOnce<Row>(this.urlOf(database), sql);
  }

  /** Ends it, and removes its folder. */
  async clear(): Promise<void> {
    await this.server.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
