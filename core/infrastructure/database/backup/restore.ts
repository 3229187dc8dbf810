import type { Kernel } from '../../../hosting/internals.ts';
import { dropStatements, otherConnections } from '../schema/present_tables.ts';
import { historyTables, leases } from './describe_database.ts';
import { restoreDump } from './pg_restore.ts';
import { restorePortably } from './portable_backup.ts';
import type { Backup } from './read_file.ts';
import { assertCounts, verify, type Verified } from './verify.ts';

/**
 * Number of tables, views and sequences that a restore would drop. Without such objects, the number of applied
 * migrations; 0 for an empty database.
 */
export async function countReplaced({ services }: Kernel): Promise<number> {
  const { database, migrations } = services;
  const others = await dropStatements(database, [leases, ...historyTables]);
  return others.length > 0 ? others.length : (await migrations.recorded()).length;
}

/** @throws Error when other connections of Lectern are open: caches of their processes would keep removed rows */
export async function refuseInUse({ services }: Kernel): Promise<void> {
  const count = await otherConnections(services.database);
  if (count === 0) return;
  throw new Error(
    `Other processes of Lectern hold ${count} connection${count === 1 ? '' : 's'} to this database. ` +
      'Stop all servers and try again.',
  );
}

/**
 * Clears the database, restores a backup completely or not at all, and verifies the result. A backup made by pg_dump is
 * verified after the commit.
 * @param programs folder of PostgreSQL's client programs; undefined to search PATH and the usual folders
 * @throws Error when the restore fails, or the result differs from the backup
 */
export async function restoreBackup(kernel: Kernel, backup: Backup, programs: string | undefined): Promise<Verified> {
  const { database } = kernel.services;
  if (backup.manifest.format === 'pg_dump')
    await restoreDump(kernel, backup, { first: await dropStatements(database), programs });
  else await restoreRows(kernel, backup);
  // Collects statistics, without which the first queries would get bad plans.
  await database.raw('analyze');
  return verify(kernel, backup.manifest);
}

async function restoreRows(kernel: Kernel, backup: Backup): Promise<void> {
  const { database, migrations } = kernel.services;
  const work = async () => {
    for (const sql of await dropStatements(database, [leases, ...historyTables])) await database.raw(sql);
    for (const table of historyTables) await database.table(table).delete();
    await restorePortably(kernel, backup);
    await assertCounts(kernel, backup.manifest);
  };
  await migrations.exclusively(() => database.transaction(work, { queryLimitMs: 0, attempts: 1 }));
}
