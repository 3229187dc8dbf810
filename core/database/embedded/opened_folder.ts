import { join } from 'node:path';
import type { Cluster } from './cluster.mjs';
import { FolderLock } from './folder_lock.ts';
import { RemoteCluster } from './remote_cluster.ts';

/** A locked folder with its open cluster. */
export class OpenedFolder {
  private constructor(
    readonly cluster: Cluster,
    private readonly lock: FolderLock,
  ) {}

  /** @throws Error when another process uses the folder, or its cluster cannot be opened */
  static async open(dataDir: string): Promise<OpenedFolder> {
    const lock = await FolderLock.take(dataDir);
    try {
      return new OpenedFolder(await RemoteCluster.open(join(dataDir, 'postgres')), lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.cluster.close();
    this.lock.release();
  }
}
