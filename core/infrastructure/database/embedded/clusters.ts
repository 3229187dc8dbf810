import { join } from 'node:path';
import { openCluster, type Cluster } from './cluster.mjs';
import { RemoteCluster } from './remote_cluster.ts';

/** Opens and closes clusters. Test kits replace functions to reuse open clusters, because opening one takes half a second. */
export const clusters = {
  /** Opens a cluster in memory, with the content of a snapshot or empty. */
  open: (snapshot: string | undefined): Promise<Cluster> => openCluster(undefined, snapshot),
  close: (cluster: Cluster, _snapshot: string | undefined): Promise<void> => cluster.close(),
  /** Opens the cluster of a folder. The caller must hold the lock of the folder. */
  openFolder: (dataDir: string): Promise<RemoteCluster> => RemoteCluster.open(join(dataDir, 'postgres')),
  closeFolder: (cluster: RemoteCluster, _dataDir: string): Promise<void> => cluster.close(),
};
