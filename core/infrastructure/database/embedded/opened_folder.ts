import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { clusters } from './clusters.ts';
import { FolderLock } from './folder_lock.ts';
import type { RemoteCluster } from './remote_cluster.ts';

/** Whether a folder contains an embedded database, damaged or not. Opening a folder without one creates it. */
export function holdsCluster(dataDir: string): boolean {
  const folder = join(dataDir, 'postgres');
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** Folder of an embedded database, locked for this process, with an open cluster. */
export class OpenedFolder {
  private constructor(
    readonly cluster: RemoteCluster,
    private readonly dataDir: string,
    private readonly lock: FolderLock,
  ) {}

  /** @throws Error when another process uses the folder, or its cluster cannot be opened */
  static async open(dataDir: string): Promise<OpenedFolder> {
    const lock = await FolderLock.take(dataDir);
    try {
      return new OpenedFolder(await clusters.openFolder(dataDir), dataDir, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async close(): Promise<void> {
    await clusters.closeFolder(this.cluster, this.dataDir);
    this.lock.release();
  }
}
