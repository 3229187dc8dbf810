// Snapshot files of a new database cluster. Unpacking a snapshot takes a tenth of the time of initializing a cluster.
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** Chunk size of decompression; the default of 16 kB takes three times as long. */
const MEGABYTE = 2 ** 20;
/** Level of compression: the default takes three times as long and saves a seventh of the file. */
const QUICK = 1;

/**
 * Returns the snapshot of a new cluster, as a tar archive. Replaces a missing or damaged file.
 * @param {() => Promise<Buffer>} make creates the archive when there is no valid one
 * @param {string} [file] file of the snapshot
 * @returns {Promise<Buffer>}
 */
export async function readSnapshot(make, file = snapshotFile(`pglite-${pgliteVersion()}-small-log`)) {
  return (await soundSnapshot(file)) ?? makeAndKeep(make, file);
}

/**
 * Reads a stored snapshot, and removes a damaged file. The gzip checksum detects damage.
 * @param {string | undefined} file
 * @returns {Promise<Buffer | undefined>} tar archive; undefined when the file is missing or damaged
 */
export async function soundSnapshot(file) {
  if (!file) return undefined;
  try {
    return await promisify(gunzip)(readFileSync(file), { chunkSize: MEGABYTE });
  } catch {
    rmSync(file, { force: true });
    return undefined;
  }
}

/**
 * Location of a snapshot: `.cache` of the project, or else a private folder in the temporary directory. Only a writable
 * folder of this user is used.
 * @param {string} name
 * @returns {string | undefined} undefined when neither folder is usable
 */
export function snapshotFile(name) {
  const own = packageOf(import.meta.url, 'lectern');
  const folders = [
    ...(own ? [join(own.folder, '.cache')] : []),
    join(tmpdir(), `lectern-${process.getuid?.() ?? 'user'}`),
  ];
  const folder = folders.find(isOwnFolder);
  return folder && join(folder, `${name}.tar.gz`);
}

/** @returns {string} version of the installed PGlite; other versions may not be able to read its clusters */
export function pgliteVersion() {
  const name = '@electric-sql/pglite';
  const installed = packageOf(import.meta.resolve(name), name);
  if (!installed) throw new Error(`No package.json of ${name} was found; install the packages again: npm ci`);
  return installed.version;
}

/**
 * Finds the package with a name that a file belongs to.
 * @param {string} file URL
 * @param {string} name
 * @param {string} [folder]
 * @returns {{ folder: string, version: string } | undefined}
 */
function packageOf(file, name, folder = dirname(fileURLToPath(file))) {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (manifest.name === name) return { folder, version: manifest.version };
  } catch {
    // No readable package.json in this folder; continue with its parent.
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : packageOf(file, name, parent);
}

/**
 * Whether a folder belongs to this user, and can be written; creates a missing folder. Snapshots of other users could
 * contain malicious functions.
 * @param {string} folder
 */
function isOwnFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return process.getuid === undefined || lstatSync(folder).uid === process.getuid();
  } catch {
    return false;
  }
}

/**
 * @param {() => Promise<Buffer>} make
 * @param {string | undefined} file
 */
async function makeAndKeep(make, file) {
  const archive = await make();
  if (file) await keepSnapshot(file, archive);
  return archive;
}

/** @type {Set<string>} files whose warning was emitted */
const unwritten = new Set();

/**
 * Writes a snapshot to a file, completely or not at all. Errors are not thrown; the first error of each file is emitted
 * as a warning of the process.
 * @param {string} file
 * @param {Buffer} archive
 */
export async function keepSnapshot(file, archive) {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, await promisify(gzip)(archive, { level: QUICK }));
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (unwritten.has(file)) return;
    unwritten.add(file);
    const problem = `The snapshot ${file} was not written (${/** @type {Error} */ (error).message})`;
    const fix = 'free space on its disk, or let the process write to the folder';
    process.emitWarning(`${problem}, so each start takes some seconds longer; ${fix}.`);
  }
}
