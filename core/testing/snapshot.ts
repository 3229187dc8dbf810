import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hasDatabase } from '../cli/index.ts';
import { createKernel, folderInCore } from '../hosting/internals.ts';
import { snapshotFile, type Database } from '../infrastructure/database/index.ts';
import { demoDay, fingerprintOf } from './fingerprint.ts';
import { TableSnapshot } from './table_snapshot.ts';

/** Installation whose database a snapshot file contains. */
export interface SnapshotOf {
  readonly root: string;
  /** Whether the file includes the demo data. */
  readonly demo: boolean;
  /** Names of the modules under test; their tables are created when the test kernel starts. */
  readonly without: readonly string[];
}

const PREFIX = 'test-database-';
const MAX_SNAPSHOTS = 6;

/**
 * Returns a file with the migrated database of an installation, and creates a missing file. The file only saves time:
 * without the file, the start of the kernel runs all migrations.
 * @returns undefined when no folder for the file is writable, and without a database
 */
export async function snapshotOf(wanted: SnapshotOf): Promise<string | undefined> {
  const file = snapshotFile(snapshotName(wanted));
  if (file === undefined) return undefined;
  if (existsSync(file)) use(file);
  else await make(wanted, file);
  return existsSync(file) ? file : undefined;
}

/** Name of the file; with demo data, each day has another one. */
export function snapshotName({ root, demo, without }: SnapshotOf, now?: Date): string {
  const content = demo ? `demo-${demoDay(root, now)}` : 'empty';
  return `${PREFIX}${content}-${fingerprintOf(root, without)}`;
}

/** Creates the file. Several processes may do so at the same time, because each renames a complete file. */
async function make(wanted: SnapshotOf, file: string): Promise<void> {
  await fill(wanted, { DATA_DIR: 'memory' }, async (database) => {
    await database.raw('checkpoint');
    await database.keep(file);
  });
  removeOldest(dirname(file), basename(file));
}

/**
 * Runs the migrations and the demo data of an installation on a new database, and stores their rows for `reset()`.
 * @param place environment variables that select the database
 * @param done receives the filled database before it is closed
 */
export async function fill(
  { root, demo, without }: SnapshotOf,
  place: NodeJS.ProcessEnv,
  done: (database: Database) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const env = { NODE_ENV: 'test', LOG_LEVEL: 'silent', ...place };
  // Only migrations and demo data should write.
  const busy = ['events', 'jobs'].filter((name) => folderInCore(root, name));
  const modules = Object.fromEntries(busy.map((name) => [name, { enabled: false }]));
  const kernel = await createKernel({ root, env, without, config: { demo, modules } });
  try {
    await kernel.start();
    // In the repository of a plugin, no other module may require the database.
    if (!hasDatabase(kernel)) return;
    const { database } = kernel.services;
    await TableSnapshot.prepareFile(database);
    await done(database);
  } finally {
    await kernel.stop();
  }
}

/** Sets the modification time of a file to now, so that unused files are removed first. */
function use(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Another process has removed the file meanwhile, or the file belongs to another user and keeps its time.
  }
}

/** Removes all but the newest files, because each change of a migration adds a file. */
function removeOldest(folder: string, kept: string): void {
  const names = readdirSync(folder).filter((name) => name.startsWith(PREFIX) && name !== kept);
  const timeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const files = names.map((name) => join(folder, name)).map((file) => ({ file, time: timeOf(file) }));
  files.sort((a, b) => b.time - a.time);
  for (const { file } of files.slice(MAX_SNAPSHOTS - 1)) rmSync(file, { force: true });
}
