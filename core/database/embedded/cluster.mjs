// The embedded PostgreSQL itself. Plain JavaScript, because a worker thread loads it without the TypeScript hook.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { archiveOf, readSnapshot, soundSnapshot } from './snapshot.mjs';

/**
 * Loads what a cluster is made of, where one is opened: the thread that only asks another one needs none of it, nor does who
 * has a server.
 */
export async function load() {
  const { PGlite } = await import('@electric-sql/pglite');
  return PGlite;
}

/** PostgreSQL's own 128 MB are more than an evaluation needs, and are there twice: the files are in memory as well. */
const smallCache = ['-c', 'shared_buffers=16MB'];

async function create(/** @type {import('@electric-sql/pglite').PGliteOptions} */ options = {}) {
  const PGlite = await load();
  return PGlite.create({ ...options, startParams: [...PGlite.defaultStartParams, ...smallCache] });
}

/** The major version of the PostgreSQL inside PGlite. */
export const POSTGRES_MAJOR = '18';

/**
 * Speaks the wire protocol: whole messages in, the answer out, one after the other.
 * @typedef {{
 *   exchange(messages: Uint8Array): Promise<Uint8Array>,
 *   close(): Promise<void>,
 *   dump?(): Promise<Buffer>,
 * }} Cluster
 */

/**
 * Opens a cluster, making it from the prepared snapshot when there is none yet.
 * @param {string | undefined} folder where it is kept; nothing is kept without one
 * @param {string} [snapshot] file of another snapshot, for one that is not kept; where it is none, the usual one will do
 * @returns {Promise<Cluster>}
 */
export async function openCluster(folder, snapshot) {
  /** Its memory, 300 MB, is given back at the end, though a connection may still hold the cluster. */
  let open = /** @type {import('@electric-sql/pglite').PGlite | undefined} */ (
    await (folder === undefined ? inMemory(snapshot) : openFolder(folder))
  );
  const opened = () => {
    if (open) return open;
    throw new Error('The embedded database has been closed.');
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
  const loadDataDir = snapshot === undefined ? undefined : await soundSnapshot(snapshot);
  return loadDataDir ? create({ loadDataDir }) : fromSnapshot();
}

/**
 * Fills a folder that is empty or missing with what `dump` gave.
 * @param {string} folder
 * @param {Buffer} archive
 */
export async function unpackCluster(folder, archive) {
  mkdirSync(folder, { recursive: true });
  const db = await create({ dataDir: folder, loadDataDir: archiveOf(archive) });
  await db.close();
}

/** @param {import('@electric-sql/pglite').PGlite} db */
async function dumpOf(db) {
  const dump = await db.dumpDataDir('none');
  return Buffer.from(await dump.arrayBuffer());
}

/** @param {string} [folder] */
async function fromSnapshot(folder) {
  const loadDataDir = await readSnapshot(makeSnapshot);
  return create({ loadDataDir, ...(folder === undefined ? {} : { dataDir: folder }) });
}

async function makeSnapshot() {
  const db = await create();
  try {
    await dropTemplates(db);
    return await dumpOf(db);
  } finally {
    await db.close();
  }
}

/**
 * Two of the three databases of a cluster are there to copy new ones from, which nobody does here; without them, a copy of the
 * cluster opens in half the time and takes 15 MB less.
 * @param {import('@electric-sql/pglite').PGlite} db
 */
async function dropTemplates(db) {
  await db.exec('update pg_database set datistemplate = false');
  for (const template of ['template0', 'template1']) await db.exec(`drop database ${template}`);
  await db.exec('checkpoint');
}

/** @param {string} folder */
async function openFolder(folder) {
  // Says that the folder was never completely filled, so that a start after a crash begins anew.
  const unfinished = `${folder}.unfinished`;
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true });
  const versionFile = join(folder, 'PG_VERSION');
  if (existsSync(versionFile)) {
    assertMajor(folder, readFileSync(versionFile, 'utf8').trim());
    return create({ dataDir: folder });
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(unfinished, '');
  const db = await fromSnapshot(folder);
  rmSync(unfinished);
  return db;
}

/**
 * @param {string} folder
 * @param {string} major
 */
function assertMajor(folder, major) {
  if (major === POSTGRES_MAJOR) return;
  throw new Error(
    `The embedded database in ${folder} was made by PostgreSQL ${major}, this version of Lectern has ` +
      `${POSTGRES_MAJOR}. Start the version that made it and export the data, or choose another DATA_DIR.`,
  );
}
