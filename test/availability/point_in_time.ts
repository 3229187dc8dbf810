import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askOnce } from '../faults/support/ask_once.ts';
import { ServerProcess } from '../faults/support/server_process.ts';
import { accountOf, toolPath } from '../faults/support/tools.ts';
import { until } from '../faults/support/until.ts';
import { freePort } from '../support/free_port.mjs';
import type { Cluster } from './cluster.ts';
import { PASSWORD, type ClusterNode } from './cluster_node.ts';

/** Result of a recovery to a point in time. */
export interface Recovered {
  /** Rows of the table before it was dropped, and after the recovery. */
  readonly before: number;
  readonly after: number;
  readonly restoreMs: number;
  /** Address of the recovered database. */
  readonly url: string;
  readonly end: () => Promise<void>;
}

const STARTED_MS = 120_000;

/** Makes a full backup on the primary. @returns milliseconds */
export async function backUp(cluster: Cluster): Promise<number> {
  const begun = performance.now();
  await cluster.pgBackRest(await cluster.primary(), 'backup', '--type=full');
  return performance.now() - begun;
}

/** Drops the table of the orders, and recovers the cluster beside itself to the second before. */
export async function dropAndRecover(cluster: Cluster): Promise<Recovered> {
  const [row] = await cluster.query<{ orders: string; at: string }>(
    'select count(*)::text as orders, clock_timestamp()::text as at from orders',
  );
  const { orders, at } = row as { orders: string; at: string };
  await sleep(1_000);
  await cluster.query('drop table orders cascade');
  await cluster.query('select pg_switch_wal()');
  const node = await cluster.primary();
  const begun = performance.now();
  const [folder, port] = [join(node.folder, 'recovered'), await freePort()];
  const target = ['--type=time', `--target=${at}`, '--target-action=promote', '--archive-mode=off'];
  await cluster.pgBackRest(node, `--pg1-path=${folder}`, ...target, 'restore');
  const server = startBeside(node, folder, port);
  const url = (user: string) => `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/lectern`;
  await until(
    async () => {
      server.assertAlive();
      const [state] = await askOnce<{ ends: boolean }>(url('postgres'), 'select pg_is_in_recovery() as ends');
      if (state?.ends !== false) throw new Error(`the recovery has not ended:\n${server.output.slice(-2_000)}`);
    },
    { timeout: STARTED_MS, pause: 100 },
  );
  const restoreMs = performance.now() - begun;
  const [after] = await askOnce<{ orders: string }>(url('postgres'), 'select count(*)::text as orders from orders');
  const end = () => server.end('SIGQUIT');
  return { before: Number(orders), after: Number(after?.orders), restoreMs, url: url('lectern'), end };
}

/** Starts PostgreSQL on recovered files, apart from the cluster that they belonged to. */
function startBeside({ env, folder: cwd }: ClusterNode, folder: string, port: number): ServerProcess {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    hba_file: join(folder, 'pg_hba.conf'),
    ident_file: join(folder, 'pg_ident.conf'),
    unix_socket_directories: folder,
    synchronous_standby_names: '',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return new ServerProcess({
    file: toolPath('postgres'),
    args: ['-D', folder, ...args],
    cwd,
    env,
    account: accountOf('postgres'),
  });
}
