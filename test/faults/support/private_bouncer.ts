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
 * Few server connections for many clients, so that each statement may use another connection. The pooler resets no
 * session state, because `server_reset_query` does not run in transaction mode. The next client meets leftover state.
 */
const transactionMode: Settings = {
  pool_mode: 'transaction',
  auth_type: 'any',
  max_client_conn: 500,
  default_pool_size: 5,
  // Closes connections to dropped databases, for which a new database of the same name would wait.
  server_idle_timeout: 5,
  log_connections: 0,
  log_disconnections: 0,
};

/** A PgBouncer for one test, in transaction mode, in front of every database of a server. */
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

  /** Runs a statement through PgBouncer; with the database `pgbouncer`, runs a command of PgBouncer. */
  async query<Row extends pg.QueryResultRow>(sql: string, database = 'postgres'): Promise<Row[]> {
    this.server.assertAlive();
    return askOnce<Row>(this.urlOf(database), sql);
  }

  /** Kills PgBouncer, and removes its folder. */
  async clear(): Promise<void> {
    await this.server.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
