import { clusters, queryCluster, resetSession, type Cluster } from '../infrastructure/database/index.ts';

/** Calls the SQL function that restores a cluster to its snapshot. Only snapshots of test kernels contain the function. */
const RESTORE = 'select lectern_snapshot.restore_for_reuse()';

/** Milliseconds to keep a restored cluster open, for the next test file. The process stays alive meanwhile. */
let keptMs = 500;

interface Spare {
  /** File of the snapshot. */
  readonly snapshot: string;
  readonly cluster: Cluster;
}

/** An open cluster that was restored to its snapshot, for reuse. */
let spare: Spare | undefined;

const { open, close } = clusters;

/** Takes the spare cluster if it has the content of the snapshot, or opens a cluster. */
clusters.open = async (snapshot) => {
  const found = spare;
  if (snapshot === undefined || found?.snapshot !== snapshot) return open(snapshot);
  spare = undefined;
  return found.cluster;
};

/** Keeps a restored cluster for reuse, in place of the former spare cluster. Closes a cluster that cannot be restored. */
clusters.close = async (cluster, snapshot) => {
  if (snapshot === undefined) return close(cluster, snapshot);
  await resetSession(cluster);
  if (!(await queryCluster(cluster, RESTORE))) return close(cluster, snapshot);
  const left = { snapshot, cluster };
  const former = spare;
  spare = left;
  setTimeout(() => void (spare === left && closeSpare()), keptMs);
  if (former) await close(former.cluster, former.snapshot);
};

/** Sets how long a restored spare cluster stays open and keeps the process alive. */
export function keepSpareFor(ms: number): void {
  keptMs = ms;
}

/** Closes the spare cluster, to free its memory. */
export async function closeSpare(): Promise<void> {
  const left = spare;
  spare = undefined;
  if (left) await close(left.cluster, left.snapshot);
}
