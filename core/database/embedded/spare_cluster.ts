import { openCluster, type Cluster } from './cluster.mjs';
import { emptyCluster } from './empty_cluster.ts';
import { query, resetSession } from './session.ts';

/** Calls the SQL function that restores a cluster to its snapshot. Only snapshots of test kernels contain it. */
const PUT_BACK = 'select lectern_pristine.put_back()';

/** Milliseconds to keep a cluster open, until the next test file starts. An open cluster keeps the process alive. */
let keptMs = 500;
/** The same for an emptied cluster. By default it is closed at once: emptying only pays where many are opened. */
let emptyKeptMs = 0;

/** A check of a plugin compares two installations, each with an empty database. */
const MOST_EMPTY = 2;

interface Spare {
  /** File of the snapshot; undefined for an empty cluster. */
  readonly snapshot: string | undefined;
  readonly cluster: Cluster;
}

/** Clusters for the next callers: a restored one of a snapshot, and empty ones. Opening one takes half a second. */
const spares: Spare[] = [];

/** The cluster of a snapshot, or an empty one: a spare one, or a new one. */
export async function openOrTakeInMemory(snapshot: string | undefined): Promise<Cluster> {
  const index = spares.findIndex((one) => one.snapshot === snapshot);
  const [found] = index < 0 ? [] : spares.splice(index, 1);
  return found?.cluster ?? openCluster(undefined, snapshot);
}

/** Restores or empties a cluster and keeps it as a spare one; closes the cluster when that fails. */
export async function leaveInMemory(snapshot: string | undefined, cluster: Cluster): Promise<void> {
  if (snapshot !== undefined) {
    await resetSession(cluster);
    if (await query(cluster, PUT_BACK)) return keep({ snapshot, cluster }, keptMs);
  }
  if (emptyKeptMs > 0 && (await emptyCluster(cluster))) return keep({ snapshot: undefined, cluster }, emptyKeptMs);
  return cluster.close();
}

/** Sets how long spare clusters stay open. Longer suits a test process that another process ends. */
export function keepSpareFor(ms: number, emptyMs: number): void {
  keptMs = ms;
  emptyKeptMs = emptyMs;
}

/** Keeps a cluster for a time, and closes the oldest of its kind when there are too many. */
async function keep(left: Spare, ms: number): Promise<void> {
  const isEmpty = left.snapshot === undefined;
  spares.push(left);
  setTimeout(() => void closeSpare(left), ms);
  const alike = spares.filter(({ snapshot }) => (snapshot === undefined) === isEmpty);
  const [oldest] = alike;
  if (oldest && alike.length > (isEmpty ? MOST_EMPTY : 1)) await closeSpare(oldest);
}

/** Closes a spare cluster unless it was taken. */
async function closeSpare(left: Spare): Promise<void> {
  const index = spares.indexOf(left);
  if (index < 0) return;
  spares.splice(index, 1);
  await left.cluster.close();
}
