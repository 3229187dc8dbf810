import { readFileSync } from 'node:fs';
import { ask, databaseName, type TestDatabase } from '../support/test_database.ts';

const backends = `select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/**
 * Starts to measure the CPU time of the backends of a database. Backends that connect later are not measured,
 * and neither are parallel workers, which no workload uses. For other servers than Lectern, the backends of Lectern are
 * left out, because its background work continues.
 * @returns a function that returns the CPU time since, in microseconds; undefined without `/proc`, or if the database is
 * on another machine
 */
export async function watchDatabase({ env }: TestDatabase, server: string): Promise<(() => number) | undefined> {
  const url = env['DATABASE_URL'] ?? '';
  const all = await ask<{ pid: number }>(
    url,
    server === 'Lectern' ? backends : `${backends} and application_name <> 'lectern'`,
  );
  // The title of a backend contains the name of its database.
  const local = all.filter(({ pid }) => textOf(pid, 'cmdline').includes(databaseName(url)));
  const before = local.map(({ pid }) => ({ pid, cpu: cpuOf(pid) })).filter(({ cpu }) => cpu > 0);
  if (all.length > 0 && before.length === 0) return undefined;
  return () => before.reduce((sum, { pid, cpu }) => sum + Math.max(0, cpuOf(pid) - cpu), 0);
}

/**
 * Returns the CPU time of a process in microseconds; 0 for a process that has ended. Reads nanoseconds from `schedstat`,
 * because the ticks in `stat` are 10 ms, as long as the work of many backends in a round.
 */
function cpuOf(pid: number): number {
  return Number(textOf(pid, 'schedstat').split(' ', 1)[0]) / 1_000;
}

function textOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
