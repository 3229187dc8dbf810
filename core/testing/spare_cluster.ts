import { clusters, queryCluster, resetSession, type Cluster } from '../infrastructure/database/index.ts';

/** Calls the SQL function that restores a cluster to its snapshot. Only snapshots of test kernels contain the function. */
const RESTORE = 'select lectern_snapshot.restore_for_reuse()';

/** Milliseconds to keep a restored cluster open, for the next test file. The process stays alive meanwhile. */
let keptMs = 500;

interface Emptying {
  /** Milliseconds to keep an emptied cluster open; 0 for never. */
  readonly keptMs: number;
  /** Removes the content of a cluster. @returns false when something is left */
  readonly empty: (cluster: Cluster) => Promise<boolean>;
}
let emptying: Emptying | undefined;

/** Largest number of empty spare clusters: a check of a plugin compares two installations, each with an empty database. */
const MAX_EMPTY_CLUSTERS = 2;

interface Spare {
  /** File of the snapshot; undefined for an empty cluster. */
  readonly snapshot: string | undefined;
  readonly cluster: Cluster;
}

/** Open clusters for reuse: at most one that was restored to its snapshot, and empty ones. */
const spares: Spare[] = [];

const { open, close } = clusters;

/** Takes a spare cluster with the content of the snapshot, or opens a cluster. */
clusters.open = async (snapshot) => {
  const index = spares.findIndex((one) => one.snapshot === snapshot);
  const [found] = index < 0 ? [] : spares.splice(index, 1);
  return found?.cluster ?? open(snapshot);
};

/** Keeps a cluster for reuse: restored to its snapshot, or else emptied. Closes the cluster if neither succeeds. */
clusters.close = async (cluster, snapshot) => {
  if (snapshot !== undefined) {
    await resetSession(cluster);
    if (await queryCluster(cluster, RESTORE)) return keep({ snapshot, cluster }, keptMs);
  }
  if (emptying?.keptMs && (await emptying.empty(cluster)))
    return keep({ snapshot: undefined, cluster }, emptying.keptMs);
  return close(cluster, snapshot);
};

/** Sets how long restored spare clusters stay open and keep the process alive, and how clusters are emptied for reuse. */
export function keepSpareFor(ms: number, howToEmpty: Emptying): void {
  keptMs = ms;
  emptying = howToEmpty;
}

/**
 * Keeps a spare cluster for `ms` milliseconds. Closes the oldest spare cluster of the same kind (restored or empty)
 * when there are too many.
 */
async function keep(left: Spare, ms: number): Promise<void> {
  const isEmpty = left.snapshot === undefined;
  spares.push(left);
  setTimeout(() => void closeSpare(left), ms);
  const alike = spares.filter(({ snapshot }) => (snapshot === undefined) === isEmpty);
  const [oldest] = alike;
  if (oldest && alike.length > (isEmpty ? MAX_EMPTY_CLUSTERS : 1)) await closeSpare(oldest);
}

/** Closes a spare cluster unless it was taken. */
async function closeSpare(left: Spare): Promise<void> {
  const index = spares.indexOf(left);
  if (index < 0) return;
  spares.splice(index, 1);
  await close(left.cluster, left.snapshot);
}

/** Closes all spare clusters, to free their memory. */
export async function closeSpares(): Promise<void> {
  await Promise.all([...spares].map(closeSpare));
}
