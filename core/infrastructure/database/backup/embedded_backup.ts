import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { Kernel } from '../../../hosting/internals.ts';
import { unpack } from '../embedded/archive.mjs';
import { describe } from './describe_database.ts';
import type { Manifest } from './manifest.ts';
import type { Backup } from './read_file.ts';
import { writeFile, type BackupTarget } from './write_file.ts';

/** Folder of the cluster inside the data folder. */
const cluster = 'postgres';

/** Copies the files of the embedded database, which no other process changes: this process holds the folder's lock. */
export async function backUpEmbedded(kernel: Kernel, target: BackupTarget): Promise<Manifest> {
  const { database } = kernel.services;
  const manifest = await describe(kernel, 'embedded');
  await writeFile(target, manifest, pieces(await promisify(gzip)(await database.dump())));
  return manifest;
}

async function* pieces(whole: Buffer): AsyncGenerator<Buffer> {
  const size = 1024 * 1024;
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
}

/** New folder with a restored cluster. The caller verifies the cluster before `take` replaces the current cluster. */
export class StagedCluster {
  readonly folder: string;
  readonly #dataDir: string;

  /** @param folder new folder inside of `dataDir` */
  constructor(dataDir: string, folder: string) {
    this.#dataDir = dataDir;
    this.folder = folder;
  }

  /** Unpacks a backup. Changes nothing outside of the new folder. */
  static async unpack(dataDir: string, backup: Backup): Promise<StagedCluster> {
    const staged = new StagedCluster(resolve(dataDir), await mkdtemp(join(resolve(dataDir), 'restoring-')));
    try {
      const chunks: Buffer[] = [];
      await pipeline(backup.payload(), createGunzip(), async (source: AsyncIterable<Buffer>) => {
        for await (const chunk of source) chunks.push(chunk);
      });
      unpack(join(staged.folder, cluster), Buffer.concat(chunks));
    } catch (error) {
      await staged.clear();
      throw error;
    }
    return staged;
  }

  /**
   * Replaces the old cluster by the new one. Puts the old cluster back if that fails. The caller must hold the lock of
   * the folder.
   */
  async take(): Promise<void> {
    const [place, before] = [join(this.#dataDir, cluster), join(this.folder, 'before')];
    if (existsSync(place)) await rename(place, before);
    try {
      await rename(join(this.folder, cluster), place);
    } catch (error) {
      if (existsSync(before)) await rename(before, place);
      throw error;
    }
  }

  async clear(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
