// A freshly made database cluster, kept in a file: unpacking it takes a tenth of the time of making one.
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/**
 * The snapshot, as PGlite loads it.
 * @param {() => Promise<Buffer>} make makes the archive when there is no sound one yet
 * @param {string} [file] where it is kept
 * @returns {Promise<Blob>}
 */
export async function readSnapshot(make, file = snapshotFile()) {
  const archive = (await read(file)) ?? (await makeAndKeep(make, file));
  return new Blob([new Uint8Array(archive)], { type: 'application/x-tar' });
}

/**
 * Where the snapshot of the installed PGlite is kept: in `.cache` of the project, or in a folder of the user's own
 * among the temporary files when the project can't be written to.
 * @returns {string | undefined} nothing when neither can be written to
 */
function snapshotFile() {
  const root = projectRoot(dirname(fileURLToPath(import.meta.url)));
  const folders = [...(root ? [join(root, '.cache')] : []), join(tmpdir(), `lectern-${process.getuid?.() ?? 'user'}`)];
  const folder = folders.find(isOwnFolder);
  return folder && join(folder, `pglite-${pgliteVersion()}.tar.gz`);
}

/** @returns {string} */
function pgliteVersion() {
  const entry = import.meta.resolve('@electric-sql/pglite');
  return JSON.parse(readFileSync(new URL('../package.json', entry), 'utf8')).version;
}

/**
 * @param {string} folder
 * @returns {string | undefined}
 */
function projectRoot(folder) {
  try {
    if (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name === 'lectern') return folder;
  } catch {
    // No package.json here: the next folder up may have one.
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : projectRoot(parent);
}

/**
 * Somebody else's folder could hold a cluster with their functions in it.
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
 * The check sum of the gzip format tells a damaged file; PGlite itself would end the process on one.
 * @param {string | undefined} file
 * @returns {Promise<Buffer | undefined>}
 */
async function read(file) {
  if (!file) return undefined;
  try {
    return await promisify(gunzip)(readFileSync(file));
  } catch {
    rmSync(file, { force: true });
    return undefined;
  }
}

/**
 * @param {() => Promise<Buffer>} make
 * @param {string | undefined} file
 */
async function makeAndKeep(make, file) {
  const archive = await make();
  if (file) await keep(file, archive);
  return archive;
}

/**
 * @param {string} file
 * @param {Buffer} archive
 */
async function keep(file, archive) {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, await promisify(gzip)(archive));
    renameSync(unfinished, file);
  } catch {
    // A full disk costs the next start some seconds, nothing else.
    rmSync(unfinished, { force: true });
  }
}
