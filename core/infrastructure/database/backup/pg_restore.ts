import { pipeline } from 'node:stream/promises';
import type { Kernel } from '../../../hosting/internals.ts';
import { connectionOf, type Connection } from './program_connection.ts';
import { serverMajor } from './describe_database.ts';
import { programFor } from './postgres_programs.ts';
import type { Backup } from './read_file.ts';
import { RunningProgram } from './running_program.ts';

export interface RestoreOptions {
  /** Statements that clear the database; run first, in the same transaction. */
  readonly first: readonly string[];
  /** Folder of PostgreSQL's client programs; undefined to search PATH and the usual folders. */
  readonly programs: string | undefined;
}

/**
 * Restores a backup made by pg_dump in one transaction, completely or not at all. pg_restore converts the backup to
 * SQL, and psql executes the SQL: pg_restore itself cannot clear the database in the same transaction.
 */
export async function restoreDump(kernel: Kernel, backup: Backup, { first, programs }: RestoreOptions): Promise<void> {
  const { database, databaseConfig } = kernel.services;
  const wanted = { server: Math.max(await serverMajor(database), backup.manifest.postgres), folder: programs };
  const [reader, writer] = [programFor('pg_restore', wanted), programFor('psql', wanted)];
  const connection = connectionOf(databaseConfig.url as string);
  const shell = startShell(writer.path, connection);
  try {
    shell.input.write(['begin;', ...first.map((sql) => `${sql};`), ''].join('\n'));
    await readInto(shell, backup, { path: reader.path, env: connection.env });
    // Commit only here: psql commits nothing when its input is cut off.
    shell.input.end('\ncommit;\n');
    await shell.done();
  } catch (error) {
    // When psql fails, its error output has the reason; pg_restore then reports only a broken pipe.
    throw await shell.explain(error);
  }
}

function startShell(path: string, { address, env }: Connection): RunningProgram {
  const how = ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1', '--output=/dev/null', '--file=-'];
  const shell = new RunningProgram(path, [...how, `--dbname=${address}`], env);
  shell.output.resume();
  return shell;
}

async function readInto(
  shell: RunningProgram,
  { manifest, payload }: Backup,
  reader: { readonly path: string; readonly env: NodeJS.ProcessEnv },
): Promise<void> {
  // With `--schema`, pg_restore omits the statement that creates the schema.
  const what = ['--file=-', '--no-owner', '--no-privileges', '--exit-on-error', `--schema=${manifest.schema}`];
  const script = new RunningProgram(reader.path, what, reader.env);
  try {
    const fed = pipeline(payload(), script.input);
    await Promise.all([fed, pipeline(script.output, shell.input, { end: false })]);
    await script.done();
  } catch (error) {
    throw await script.explain(error);
  }
}
