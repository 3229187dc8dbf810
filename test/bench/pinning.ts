import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { ask, type TestDatabase } from '../support/test_database.ts';

const cores = availableParallelism();
const [servers, others, all] = ['0', `1-${cores - 1}`, `0-${cores - 1}`];
const isPossible = cores > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Pins a measured server to one core, and this process, which generates the load, to the other cores. */
export function pinServer(pid: number): void {
  if (isPossible && pin(pid, servers)) pin(process.pid, others);
}

/** Pins the connections of a database to other cores than the servers. @returns whether the system permits it */
export async function pinDatabase({ env }: TestDatabase): Promise<boolean> {
  if (!isPossible) return false;
  const sql = 'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  const connections = await ask<{ pid: number }>(env['DATABASE_URL'] ?? '', sql);
  return connections.every(({ pid }) => pin(pid, others));
}

/** Lets this process and its later child processes run on every core. */
export function unpin(): void {
  if (isPossible) pin(process.pid, all);
}

function pin(pid: number, where: string): boolean {
  return spawnSync('taskset', ['-a', '-c', '-p', where, String(pid)]).status === 0;
}
