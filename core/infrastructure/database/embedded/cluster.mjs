// The embedded PostgreSQL. Plain JavaScript, because a worker thread loads it without the TypeScript hook.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryFiles, unpack } from './archive.mjs';
import { openFiles, refuseDamaged } from './damage.mjs';
import { readSnapshot, soundSnapshot } from './snapshot.mjs';

/** Loads the database engine on first use, because not every thread needs the engine. */
export async function load() {
  const { PGlite } = await import('@electric-sql/pglite');
  return PGlite;
}

/** A cache of 16 MB instead of the default of 128 MB, to save memory. */
const smallCache = ['-c', 'shared_buffers=16MB'];

/** Files of the write-ahead log of 1 MB instead of 16 MB: most of a new cluster would be an empty log. */
const smallLog = ['--wal-segsize=1'];

async function create(/** @type {import('@electric-sql/pglite').PGliteOptions} */ options = {}) {
  const PGlite = await load();
  return PGlite.create({ ...options, startParams: [...PGlite.defaultStartParams, ...smallCache] });
}

/** The major version of the PostgreSQL inside PGlite. */
export const POSTGRES_MAJOR = '18';

/**
 * A running embedded PostgreSQL. `exchange` takes complete messages of the wire protocol and returns the answer.
 * @typedef {{
 *   exchange(messages: Uint8Array): Promise<Uint8Array>,
 *   close(): Promise<void>,
 *   dump?(): Promise<Buffer>,
 * }} Cluster
 */

/**
 * Opens the cluster in a folder, or a new cluster in memory. A new cluster is unpacked from a cached snapshot.
 * @param {string | undefined} folder folder of the files; undefined for a cluster in memory
 * @param {string} [snapshot] file of another snapshot for a cluster in memory; ignored when missing or damaged
 * @returns {Promise<Cluster>}
 */
export async function openCluster(folder, snapshot) {
  /** Set to undefined by `close`, to free the memory although a connection may still reference this object. */
  let open = /** @type {import('@electric-sql/pglite').PGlite | undefined} */ (
    await (folder === undefined ? inMemory(snapshot) : openFolder(folder))
  );
  const opened = () => {
    if (open) return open;
    throw new Error('The embedded database is closed; await all queries before stop() of the service resolves.');
  };
  return {
    exchange: async (messages) => {
      const db = opened();
      return db.runExclusive(() => db.execProtocolRaw(messages));
    },
    close: async () => {
      await open?.close();
      open = undefined;
    },
    dump: async () => dumpOf(opened()),
  };
}

/** @param {string | undefined} snapshot */
async function inMemory(snapshot) {
  const archive = await soundSnapshot(snapshot);
  return create({ fs: await memoryFiles(archive ?? (await readSnapshot(makeSnapshot))) });
}

/** @param {import('@electric-sql/pglite').PGlite} db */
async function dumpOf(db) {
  const dump = await db.dumpDataDir('none');
  return Buffer.from(await dump.arrayBuffer());
}

async function makeSnapshot() {
  const db = await create({ initDbStartParams: smallLog });
  try {
    await dropTemplates(db);
    return await dumpOf(db);
  } finally {
    await db.close();
  }
}

/**
 * Drops the template databases of the cluster, which are only needed to create more databases. A cluster without them
 * is smaller and opens faster.
 * @param {import('@electric-sql/pglite').PGlite} db
 */
async function dropTemplates(db) {
  await db.exec('update pg_database set datistemplate = false');
  for (const template of ['template0', 'template1']) await db.exec(`drop database ${template}`);
  await db.exec('checkpoint');
}

/** @param {string} folder */
async function openFolder(folder) {
  // Marks an incompletely initialized folder, so that a start after a crash initializes it again.
  const unfinished = `${folder}.unfinished`;
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true });
  const versionFile = join(folder, 'PG_VERSION');
  if (existsSync(versionFile)) {
    assertMajor(folder, readFileSync(versionFile, 'utf8').trim());
    return openFiles(folder, create);
  }
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) refuseDamaged(folder, 'the file PG_VERSION is missing');
  writeFileSync(unfinished, '');
  unpack(folder, await readSnapshot(makeSnapshot));
  rmSync(unfinished);
  return openFiles(folder, create);
}

/**
 * @param {string} folder
 * @param {string} major
 */
function assertMajor(folder, major) {
  if (major === POSTGRES_MAJOR) return;
  if (!/^\d+$/.test(major)) refuseDamaged(folder, 'the file PG_VERSION has no version');
  throw new Error(
    `The embedded database in ${folder} was made by PostgreSQL ${major}, this version of Lectern has ` +
      `${POSTGRES_MAJOR}. Run lectern backup --portable with the Lectern that made it and restore the backup into ` +
      'another DATA_DIR.',
  );
}
