import { statSync } from 'node:fs';
import { join } from 'node:path';
import { clusters, queryCluster, resetSession } from '../../core/infrastructure/database/index.ts';
import type { RemoteCluster } from '../../core/infrastructure/database/embedded/remote_cluster.ts';

/** A closed folder whose cluster is still open. */
interface KeptFolder {
  readonly dataDir: string;
  readonly cluster: RemoteCluster;
  /** Identity of the cluster's files; a folder that was removed and created again has another identity. */
  readonly identity: string | undefined;
}

/** Largest number of closed folders whose clusters stay open. */
let mostKept = 0;
/** Kept folders, in the order in which they were closed. */
const kept: KeptFolder[] = [];

/**
 * Sets how many clusters stay open after their folders were closed; none by default. For tests that run many commands
 * on a folder in one process: opening a cluster takes half a second.
 */
export async function keepFolders(most: number): Promise<void> {
  mostKept = most;
  await closeOldest();
}

/** Closes the kept clusters of a folder and of all folders below it. Required before the folder is removed. */
export async function closeFolders(below: string): Promise<void> {
  const ended = kept.filter(({ dataDir }) => dataDir.startsWith(below));
  for (const one of ended) kept.splice(kept.indexOf(one), 1);
  for (const one of ended) await close(one);
}

const { openFolder, closeFolder } = clusters;

/** Takes the kept cluster of a folder, or opens the cluster. */
clusters.openFolder = async (dataDir) => {
  const index = kept.findIndex((one) => one.dataDir === dataDir);
  const [found] = index < 0 ? [] : kept.splice(index, 1);
  if (found && isUnchanged(found)) return found.cluster.activate();
  if (found) await close(found);
  return openFolder(dataDir);
};

/** Closes or keeps the cluster of a folder. A checkpoint completes the files of a kept cluster, for copies of them. */
clusters.closeFolder = async (cluster, dataDir) => {
  if (mostKept === 0) return closeFolder(cluster, dataDir);
  await resetSession(cluster);
  await queryCluster(cluster, 'checkpoint');
  kept.push({ dataDir, cluster: cluster.rest(), identity: identityOf(dataDir) });
  await closeOldest();
};

async function closeOldest(): Promise<void> {
  for (const one of kept.splice(0, Math.max(0, kept.length - mostKept))) await close(one);
}

/**
 * Closes a cluster. If its folder was removed or created again, the cluster ends without writing its files, which would
 * damage a new cluster there.
 */
function close(one: KeptFolder): Promise<void> {
  return isUnchanged(one) ? one.cluster.close() : one.cluster.abandon();
}

function isUnchanged({ dataDir, identity }: KeptFolder): boolean {
  return identity !== undefined && identityOf(dataDir) === identity;
}

function identityOf(dataDir: string): string | undefined {
  const found = statSync(join(dataDir, 'postgres', 'PG_VERSION'), { bigint: true, throwIfNoEntry: false });
  return found && `${found.ino} ${found.birthtimeNs}`;
}

/**
 * Number of embedded database folders that stay open between the commands of a test; `test/run.mjs` sets it for the
 * behaviour ring. In the system ring other processes open the same folders, so none stays open.
 */
export const FOLDERS_KEPT = Number(process.env['TEST_KEPT_FOLDERS'] ?? 0);

await keepFolders(FOLDERS_KEPT);
