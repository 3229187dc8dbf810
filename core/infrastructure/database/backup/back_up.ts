import type { Kernel } from '../../../hosting/internals.ts';
import { sourceOf } from './describe_database.ts';
import type { Manifest } from './manifest.ts';
import { backUpServer } from './pg_dump.ts';
import { backUpPortably } from './portable_backup.ts';
import { refuseTaken, type BackupTarget } from './write_file.ts';

/** Options of `lectern backup`; `portable` writes rows of a server that the embedded database can restore, too. */
export interface BackupTerms {
  readonly portable: boolean;
  /** Folder of PostgreSQL's client programs; undefined to search PATH and the usual folders. */
  readonly programs: string | undefined;
}

/**
 * Writes a backup. The payload is the output of pg_dump for a server. For the embedded database, and with `portable`, it
 * has the migration history and the rows of all tables that migrations have created.
 * @returns the manifest of the backup
 * @throws Error when the database is empty or in memory, pg_dump is missing or fails, or the file exists or cannot be
 * written
 */
export async function backUp(kernel: Kernel, target: BackupTarget, terms: BackupTerms): Promise<Manifest> {
  const { database, migrations, databaseConfig } = kernel.services;
  if (database.engine === 'embedded' && databaseConfig.dataDir === 'memory')
    throw new Error(
      'The embedded database is kept in memory (DATA_DIR=memory), so there is nothing to back up. Set DATA_DIR to a folder.',
    );
  refuseTaken(target);
  if ((await migrations.recorded()).length === 0)
    throw new Error(
      `${await sourceOf(kernel)} holds no tables of Lectern, so there is nothing to back up. Check DATABASE_URL and DATA_DIR.`,
    );
  const isPortable = terms.portable || database.engine === 'embedded';
  return isPortable ? backUpPortably(kernel, target) : backUpServer(kernel, target, terms.programs);
}

/** Default file name of a backup, such as `lectern-20261121T141500Z.backup`. */
export function backupName(now: Date): string {
  return `lectern-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;
}
