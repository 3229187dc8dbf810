import { openCluster, type Cluster } from './cluster.mjs';
import { query, resetSession } from './session.ts';

/** Restores a cluster to its snapshot, or fails. Only snapshots of test kernels have this function. */
const PUT_BACK = 'select lectern_pristine.put_back()';

/** Milliseconds to keep a cluster open, until the next test file starts. An open cluster keeps the process alive. */
let keptMs = 500;

interface Spare {
  readonly snapshot: string;
  readonly cluster: Cluster;
}

/** A restored cluster for the next caller with the same snapshot; opening one takes half a second. */
let spare: Spare | undefined;

/** The cluster of a snapshot: the spare one, or a new one. */
export function openOrTakeSnapshot(snapshot: string): Promise<Cluster> {
  if (spare?.snapshot !== snapshot) return openCluster(undefined, snapshot);
  const { cluster } = spare;
  spare = undefined;
  return Promise.resolve(cluster);
}

/** Restores a cluster and keeps it as the spare one for a moment; closes it when the restore fails. */
export async function leaveSnapshot(snapshot: string, cluster: Cluster): Promise<void> {
  await resetSession(cluster);
  if (!(await query(cluster, PUT_BACK))) return cluster.close();
  await closeSpare(spare);
  const left = (spare = { snapshot, cluster });
  setTimeout(() => void closeSpare(left), keptMs);
}

/** Changes how long a spare cluster stays open, for processes that another process ends. */
export function keepSpareFor(ms: number): void {
  keptMs = ms;
}

/** Closes the spare cluster unless it was taken. */
async function closeSpare(left: Spare | undefined): Promise<void> {
  if (!left || spare !== left) return;
  spare = undefined;
  await left.cluster.close();
}
