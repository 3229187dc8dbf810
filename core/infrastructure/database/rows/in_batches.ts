/**
 * One batch: a statement, or a transaction, for at most `limit` rows.
 * @returns whether more rows may be left
 */
export type BatchWork = (limit: number) => Promise<boolean>;

/** Ends of a run with rows left, and its clock. */
export interface BatchRun {
  /** Ends the run after the current batch. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which no further batch begins. */
  readonly runMs?: number;
  /** Time in milliseconds. */
  readonly now?: () => number;
}

export const batchSizes = { first: 200, smallest: 10, largest: 5_000 } as const;
/** Wanted duration of a batch: its locks are short, and a round trip is a small part of it. */
const BATCH_MS = 100;
const RUN_MS = 300_000;

/** See `Database.inBatches`. */
export async function inBatches(work: BatchWork, run: BatchRun = {}): Promise<void> {
  const { signal, runMs = RUN_MS, now = () => performance.now() } = run;
  const begunAt = now();
  let size: number = batchSizes.first;
  for (let from = begunAt; !signal?.aborted && from - begunAt < runMs; from = now()) {
    if (!(await work(size))) return;
    size = nextSize(size, now() - from);
  }
}

/** At most doubles or halves the size, so that a single slow batch has a small effect. */
function nextSize(size: number, ms: number): number {
  const factor = Math.min(2, Math.max(0.5, BATCH_MS / Math.max(ms, 1)));
  return Math.min(batchSizes.largest, Math.max(batchSizes.smallest, Math.round(size * factor)));
}
