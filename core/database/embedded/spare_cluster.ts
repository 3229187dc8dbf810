import { openCluster, type Cluster } from './cluster.mjs';
import { query, resetSession } from './session.ts';

/** Makes a cluster what its snapshot was; an error says that it cannot. Snapshots that can be put back have it. */
const PUT_BACK = 'select lectern_pristine.put_back()';

/** An open cluster keeps the process alive, so it is not kept for longer than the next test file takes to begin. */
let keptMs = 500;

interface Spare {
  readonly snapshot: string;
  readonly cluster: Cluster;
}

/** A cluster that was opened from a snapshot, put back for whoever opens the same one next: opening takes half a second. */
let spare: Spare | undefined;

/** The cluster of a snapshot, spare or opened now. */
export function openOrTakeSnapshot(snapshot: string): Promise<Cluster> {
  if (spare?.snapshot !== snapshot) return openCluster(undefined, snapshot);
  const { cluster } = spare;
  spare = undefined;
  return Promise.resolve(cluster);
}

/** Keeps the cluster of a snapshot for a moment, in place of the one before; closes it where it cannot be put back. */
export async function leaveSnapshot(snapshot: string, cluster: Cluster): Promise<void> {
  await resetSession(cluster);
  if (!(await query(cluster, PUT_BACK))) return cluster.close();
  await closeSpare(spare);
  const left = (spare = { snapshot, cluster });
  setTimeout(() => void closeSpare(left), keptMs);
}

/** For processes that somebody else ends. */
export function keepSpareFor(ms: number): void {
  keptMs = ms;
}

/** Closes it unless somebody has taken it. */
async function closeSpare(left: Spare | undefined): Promise<void> {
  if (!left || spare !== left) return;
  spare = undefined;
  await left.cluster.close();
}
