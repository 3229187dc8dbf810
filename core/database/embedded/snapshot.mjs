// A freshly made database cluster, kept in a file: unpacking it takes a tenth of the time of making one.
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** Unpacking in the usual pieces of 16 kB takes three times as long. */
const MEGABYTE = 2 ** 20;

/**
 * The snapshot, as PGlite loads it.
 * @param {() => Promise<Buffer>} make makes the archive when there is no sound one yet
 * @param {string} [file] where it is kept
 * @returns {Promise<Blob>}
 */
export async function readSnapshot(make, file = snapshotFile(`pglite-${pgliteVersion()}-one-database`)) {
  return new Archive((await read(file)) ?? (await makeAndKeep(make, file)));
}

/**
 * A snapshot that was kept, as PGlite loads it; a file that is damaged is removed.
 * @param {string} file
 * @returns {Promise<Blob | undefined>} nothing when there is no sound one
 */
export async function soundSnapshot(file) {
  const archive = await read(file);
  return archive && new Archive(archive);
}

/**
 * A tar archive of a cluster, as PGlite loads it.
 * @param {Buffer} bytes
 * @returns {Blob}
 */
export function archiveOf(bytes) {
  return new Archive(bytes);
}

/** Hands its bytes over as they are: a plain Blob would copy them in small pieces, which takes as long as unpacking. */
class Archive extends Blob {
  /** @type {Buffer} */
  #bytes;

  /** @param {Buffer} bytes */
  constructor(bytes) {
    super([], { type: 'application/x-tar' });
    this.#bytes = bytes;
  }

  /** @override */
  async arrayBuffer() {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    return /** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + byteLength));
  }
}

/**
 * Where a snapshot is kept: in `.cache` of the project, or in a folder of the user's own among the temporary files when
 * the project can't be written to.
 * @param {string} name
 * @returns {string | undefined} nothing when neither can be written to
 */
export function snapshotFile(name) {
  const root = projectRoot(dirname(fileURLToPath(import.meta.url)));
  const folders = [...(root ? [join(root, '.cache')] : []), join(tmpdir(), `lectern-${process.getuid?.() ?? 'user'}`)];
  const folder = folders.find(isOwnFolder);
  return folder && join(folder, `${name}.tar.gz`);
}

/** @returns {string} of the installed PGlite, whose clusters no other one can read for sure */
export function pgliteVersion() {
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
    return await promisify(gunzip)(readFileSync(file), { chunkSize: MEGABYTE });
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
  if (file) await keepSnapshot(file, archive);
  return archive;
}

/**
 * Writes a snapshot to a file, which is there once it is whole, or not at all.
 * @param {string} file
 * @param {Buffer} archive
 */
export async function keepSnapshot(file, archive) {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, await promisify(gzip)(archive));
    renameSync(unfinished, file);
  } catch {
    // A full disk costs the next start some seconds, nothing else.
    rmSync(unfinished, { force: true });
  }
}
