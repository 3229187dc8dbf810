import { openCluster, type Cluster } from './cluster.mjs';
import { emptyCluster } from './empty_cluster.ts';
import { query, resetSession } from './session.ts';

/**
 * Calls the SQL function that restores a cluster to its snapshot. Only snapshots of test kernels contain the function.
 */
const RESTORE = 'select lectern_snapshot.restore_for_reuse()';

/** Milliseconds to keep a restored cluster open, for the next test file. The process stays alive meanwhile. */
let keptMs = 500;
/** Milliseconds to keep an emptied cluster open; 0 for never, because emptying pays only where many are opened. */
let emptyKeptMs = 0;

/**
 * Largest number of empty spare clusters: a check of a plugin compares two installations, each with an empty database.
 */
const MAX_EMPTY_CLUSTERS = 2;

interface Spare {
  /** File of the snapshot; undefined for an empty cluster. */
  readonly snapshot: string | undefined;
  readonly cluster: Cluster;
}

/**
 * Open clusters for reuse: at most one that was restored to its snapshot, and empty ones. Opening a cluster takes half
 * a second.
 */
const spares: Spare[] = [];

/**
 * Returns a cluster with the content of a snapshot; without a snapshot, an empty cluster. Reuses a spare cluster if
 * one exists.
 */
export async function openOrTakeInMemory(snapshot: string | undefined): Promise<Cluster> {
  const index = spares.findIndex((one) => one.snapshot === snapshot);
  const [found] = index < 0 ? [] : spares.splice(index, 1);
  return found?.cluster ?? openCluster(undefined, snapshot);
}

/**
 * Keeps a cluster for reuse: restored to its snapshot, or else emptied if `keepSpareFor` enables that. Closes the
 * cluster if neither succeeds.
 */
export async function leaveInMemory(snapshot: string | undefined, cluster: Cluster): Promise<void> {
  if (snapshot !== undefined) {
    await resetSession(cluster);
    if (await query(cluster, RESTORE)) return keep({ snapshot, cluster }, keptMs);
  }
  if (emptyKeptMs > 0 && (await emptyCluster(cluster))) return keep({ snapshot: undefined, cluster }, emptyKeptMs);
  return cluster.close();
}

/**
 * Sets the milliseconds for which restored (`ms`) and emptied (`emptyMs`) spare clusters stay open and keep the process
 * alive. 0 for `emptyMs` disables emptying.
 */
export function keepSpareFor(ms: number, emptyMs: number): void {
  keptMs = ms;
  emptyKeptMs = emptyMs;
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
  await left.cluster.close();
}

/** Closes all spare clusters, to free their memory. */
export async function closeSpares(): Promise<void> {
  await Promise.all([...spares].map(closeSpare));
}
