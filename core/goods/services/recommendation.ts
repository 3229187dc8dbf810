import type { GoodsChange } from '../inputs.ts';

/**
 * Returns the column with the start time of the recommendation, and no column if the recommendation does not change.
 */
export function recommendationColumns({ recommended }: GoodsChange, was: boolean, now: Date): object {
  if (recommended === undefined || recommended === was) return {};
  return { recommended_at: recommended ? now : null };
}
