import { clusters, type Cluster } from '../../core/infrastructure/database/index.ts';
import { closeSpare } from '../../core/testing/spare_cluster.ts';
import { emptyCluster } from './empty_cluster.ts';

/** Largest number of empty spare clusters: a check of a plugin compares two installations, each with an empty database. */
const MAX_EMPTY_CLUSTERS = 2;
/**
 * Milliseconds for which an empty cluster stays open: long enough for the next test of a file. Later files rarely need
 * empty clusters, which take 60 MB each.
 */
const EMPTY_KEPT_MS = 2_000;
let keptMs = EMPTY_KEPT_MS;

/** Open clusters that were emptied, for reuse. */
const spares: Cluster[] = [];

const { open, close } = clusters;

clusters.open = async (snapshot) => (snapshot === undefined ? spares.shift() : undefined) ?? open(snapshot);

/** Empties a cluster without a snapshot, and keeps it for reuse. Closes it if something is left in it. */
clusters.close = async (cluster, snapshot) => {
  if (snapshot !== undefined || !(await emptyCluster(cluster))) return close(cluster, snapshot);
  spares.push(cluster);
  setTimeout(() => void closeEmpty(cluster), keptMs);
  if (spares.length > MAX_EMPTY_CLUSTERS) await closeEmpty(spares[0]!);
};

/** Closes an empty spare cluster unless it was taken. */
async function closeEmpty(cluster: Cluster): Promise<void> {
  const index = spares.indexOf(cluster);
  if (index < 0) return;
  spares.splice(index, 1);
  await close(cluster, undefined);
}

/** Sets how long emptied clusters stay open. */
export function keepEmptyFor(ms = EMPTY_KEPT_MS): void {
  keptMs = ms;
}

/** Closes all spare clusters, to free their memory. */
export async function closeSpares(): Promise<void> {
  await Promise.all([closeSpare(), ...[...spares].map(closeEmpty)]);
}
