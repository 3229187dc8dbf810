import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createKernel } from 'lectern/host';
import { snapshotFile } from '../database/index.ts';
import { fingerprintOf } from './fingerprint.ts';
import { Pristine } from './pristine.ts';

/** What the database of a test kernel begins with. */
export interface SnapshotOf {
  readonly root: string;
  /** Whether the demo data is in it. */
  readonly demo: boolean;
  /** Names of the modules that are tested; their tables are made when the test kernel starts. */
  readonly without: readonly string[];
}

const PREFIX = 'test-database-';
const MOST_KEPT = 6;

/**
 * A file with the migrated database of an installation, made when there is none for the files as they are. It only
 * saves time: what it lacks, the start of the kernel makes.
 * @returns undefined where no file can be kept
 */
export async function snapshotOf(wanted: SnapshotOf): Promise<string | undefined> {
  const { root, demo, without } = wanted;
  const name = `${PREFIX}${demo ? 'demo' : 'empty'}-${fingerprintOf(root, without)}`;
  const file = snapshotFile(name);
  if (file === undefined) return undefined;
  if (existsSync(file)) use(file);
  else await make(wanted, file);
  return file;
}

/** Several processes may do this at once; each writes a whole file, and they are all alike. */
async function make({ root, demo, without }: SnapshotOf, file: string): Promise<void> {
  const env = { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: 'memory' };
  // Nothing is to be written but by migrations and demo data.
  const busy = ['events', 'jobs'].filter((name) => existsSync(join(root, 'core', name)));
  const modules = Object.fromEntries(busy.map((name) => [name, { enabled: false }]));
  const kernel = await createKernel({ root, env, without, config: { demo, modules } });
  try {
    await kernel.start();
    const { database } = kernel.services;
    await Pristine.takeSnapshot(database);
    await database.raw('checkpoint');
    await database.keep(file);
  } finally {
    await kernel.stop();
  }
  removeOldest(dirname(file), basename(file));
}

/** Counts as used just now, so that others are removed first. */
function use(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Another process has removed it, or it is somebody else's; then it is made anew, or is merely older.
  }
}

/** Every change of a migration leaves a file behind. */
function removeOldest(folder: string, kept: string): void {
  const names = readdirSync(folder).filter((name) => name.startsWith(PREFIX) && name !== kept);
  const files = names.map((name) => join(folder, name)).map((file) => ({ file, time: timeOf(file) }));
  files.sort((a, b) => b.time - a.time);
  for (const { file } of files.slice(MOST_KEPT - 1)) rmSync(file, { force: true });
}

function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
