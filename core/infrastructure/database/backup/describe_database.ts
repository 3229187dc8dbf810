import { resolve } from 'node:path';
import { kernelVersion, type Kernel } from '../../../hosting/internals.ts';
import type { Database } from '../database.ts';
import { countRows, presentTables, schemaOf } from '../schema/present_tables.ts';
import type { BackupFormat, Manifest } from './manifest.ts';

/** Table of leases, which belong to running processes. Backups omit its rows. */
export const leases = 'lectern_leases';

export const historyTables = ['lectern_migrations', 'lectern_tables'];

/** Runs a backup in a transaction that sees one snapshot and has no time limit; an abort rolls the transaction back. */
export function inSnapshot<T>(database: Database, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return database.transaction(work, {
    isolationLevel: 'repeatable read',
    queryLimitMs: 0,
    attempts: 1,
    signal,
  });
}

/** Builds the manifest of a backup from the present content of the database; within `inSnapshot`, from the snapshot. */
export async function describe(kernel: Kernel, format: BackupFormat): Promise<Manifest> {
  const { database, migrations } = kernel.services;
  const present = await presentTables(database);
  const made = new Set((await migrations.tablesOf()).map(({ name }) => name));
  const strange = present.filter((name) => name !== leases && !made.has(name) && !historyTables.includes(name));
  const leftOut = format === 'portable' ? strange : [];
  const counted = present.filter((name) => name !== leases && !leftOut.includes(name));
  return {
    lecternBackup: 1,
    format,
    madeAt: new Date().toISOString(),
    lectern: kernelVersion,
    engine: database.engine,
    postgres: await serverMajor(database),
    source: await sourceOf(kernel),
    schema: await schemaOf(database),
    modules: kernel.modules.map(({ name, version }) => ({ name, version })),
    migrations: (await migrations.recorded()).map(({ module, name, checksum }) => ({ module, name, checksum })),
    tables: await countRows(database, counted),
    leftOut,
  };
}

export async function serverMajor(database: Database): Promise<number> {
  const { rows } = await database.raw<{ number: string }>("select current_setting('server_version_num') as number");
  return Math.floor(Number(rows[0]?.number) / 10_000);
}

/** Name of the database on its server, or folder of the embedded database. */
export async function sourceOf({ services }: Kernel): Promise<string> {
  const { database, databaseConfig } = services;
  if (database.engine === 'embedded') return resolve(databaseConfig.dataDir);
  const { rows } = await database.raw<{ name: string }>('select current_database() as name');
  return rows[0]?.name ?? '';
}
