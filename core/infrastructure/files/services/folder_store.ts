import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { use } from 'lectern';
import type { FileStore } from '../file_store.ts';

const IN_MEMORY = 'memory';

/** Stores files in a folder. With a database in memory, the default folder is temporary and removed at the stop. */
export class FolderStore implements FileStore {
  readonly name = 'folder';
  readonly #isTemporary: boolean;
  readonly #folder: string;

  constructor() {
    const { folder, store } = use('filesConfig');
    const { dataDir, url } = use('databaseConfig');
    this.#isTemporary = folder === undefined && url === undefined && dataDir === IN_MEMORY;
    const name = `lectern-files-${randomBytes(8).toString('hex')}`;
    const usual = dataDir === IN_MEMORY ? '.data' : dataDir;
    this.#folder = this.#isTemporary ? join(tmpdir(), name) : resolve(folder ?? join(usual, 'files'));
    if (store === this.name)
      use('meters').reading({
        name: 'lectern_files_free_bytes',
        help: 'Free bytes of the disk with the folder of uploaded files.',
        across: 'min',
        read: () => freeBytes(this.#folder),
      });
  }

  async stop(): Promise<void> {
    if (this.#isTemporary) await rm(this.#folder, { recursive: true, force: true });
  }

  /** Writes a temporary file and renames it, so that readers never see a part of the file. */
  async save(path: string, bytes: Uint8Array): Promise<void> {
    const file = join(this.#folder, path);
    const part = `${file}.${randomBytes(6).toString('hex')}.part`;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(part, bytes, { flag: 'wx', mode: 0o640 });
    await rename(part, file);
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(join(this.#folder, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.#folder, path), { force: true });
  }
}

/** Free bytes of the disk with a folder, which the first file creates. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(folder) !== folder;
    if (isMissing) return freeBytes(dirname(folder));
    throw error;
  }
}
