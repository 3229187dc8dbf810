import type { Kernel } from '../../../hosting/internals.ts';
import { connectionOf } from './program_connection.ts';
import { describe, inSnapshot, serverMajor } from './describe_database.ts';
import { programFor } from './postgres_programs.ts';
import { RunningProgram } from './running_program.ts';
import { writeFile, type BackupTarget } from './write_file.ts';
import type { Manifest } from './manifest.ts';

const lockWait = '60s';

/**
 * Writes a backup with pg_dump. Manifest and pg_dump read the same snapshot. Concurrent reads and writes of rows do not
 * wait for the backup; statements that alter or drop tables wait.
 */
export async function backUpServer(
  kernel: Kernel,
  target: BackupTarget,
  folder: string | undefined,
): Promise<Manifest> {
  const { database, databaseConfig } = kernel.services;
  const program = programFor('pg_dump', { server: await serverMajor(database), folder });
  const work = async () => {
    const manifest = await describe(kernel, 'pg_dump');
    const { rows } = await database.raw<{ name: string }>('select pg_export_snapshot() as name');
    const { address, env } = connectionOf(databaseConfig.url as string);
    const what = ['--format=custom', '--no-owner', '--no-privileges', `--schema="${manifest.schema}"`];
    const how = [`--snapshot=${rows[0]?.name ?? ''}`, `--lock-wait-timeout=${lockWait}`, '--no-password'];
    const leases = `--exclude-table-data="${manifest.schema}".lectern_leases`;
    const dump = new RunningProgram(program.path, [...what, ...how, leases, `--dbname=${address}`], env);
    await writeFile(target, manifest, outputOf(dump));
    return manifest;
  };
  return inSnapshot(database, work, target.signal);
}

/** Yields the output of pg_dump. Throws when pg_dump fails, so that a truncated dump does not look complete. */
async function* outputOf(dump: RunningProgram): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of dump.output) yield chunk as Uint8Array;
    await dump.done();
  } finally {
    dump.stop();
  }
}
