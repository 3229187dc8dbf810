// Tar archives of clusters. PGlite unpacks an archive with several look-ups for each folder of each file, which takes
// longer than the start of its PostgreSQL.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BLOCK = 512;
/** Place and length of the fields of a header. */
const NAME = [0, 100];
const SIZE = [124, 12];
const TYPE = [156, 1];
const FOLDER = '5';

/**
 * Returns a file system in memory with the content of an archive, whose bytes become those of the files.
 * @param {Buffer} archive not to be used afterwards
 * @returns {Promise<import('@electric-sql/pglite/basefs').EmscriptenBuiltinFilesystem>}
 */
export async function memoryFiles(archive) {
  // Imported on first use, like the engine.
  const { EmscriptenBuiltinFilesystem } = await import('@electric-sql/pglite/basefs');
  return new (class extends EmscriptenBuiltinFilesystem {
    /** @override */
    async initialSyncFs() {
      const { ENV, FS } = moduleOf(this.pg);
      FS.mkdirTree(ENV.PGDATA);
      for (const { name, content } of entriesOf(archive)) {
        if (content) FS.writeFile(ENV.PGDATA + name, content, { canOwn: true });
        else FS.mkdir(ENV.PGDATA + name);
      }
    }

    /** @override */
    async closeFs() {
      moduleOf(this.pg).FS.quit();
    }
  })();
}

/** @param {import('@electric-sql/pglite').PGlite | undefined} db */
function moduleOf(db) {
  return /** @type {import('@electric-sql/pglite').PGlite} */ (db).Module;
}

/**
 * Writes the files of an archive to an empty or missing folder.
 * @param {string} folder
 * @param {Buffer} archive
 * @throws {Error} for a path that leaves the folder
 */
export function unpack(folder, archive) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { name, content } of entriesOf(archive)) {
    if (name.split(/[\\/]/).includes('..'))
      throw new Error(`The archive has the path "${name}", which leaves its folder; delete the file of the snapshot.`);
    if (content) writeFileSync(join(folder, name), content, { mode: 0o600 });
    else mkdirSync(join(folder, name), { mode: 0o700 });
  }
}

/**
 * Folders and files of an archive, each folder before its files. Names begin with a slash.
 * @param {Buffer} archive
 */
function* entriesOf(archive) {
  for (let at = 0; archive[at];) {
    const header = archive.subarray(at, at + BLOCK);
    const size = parseInt(textOf(header, SIZE), 8);
    const begin = at + BLOCK;
    const content = textOf(header, TYPE) === FOLDER ? undefined : archive.subarray(begin, begin + size);
    yield { name: textOf(header, NAME), content };
    at = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** @param {Buffer} header @param {number[]} field */
function textOf(header, [begin = 0, length = 0]) {
  return header.toString('latin1', begin, begin + length).replace(/\0.*$/s, '');
}
