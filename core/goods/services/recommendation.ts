import type { GoodsChange } from '../inputs.ts';

/** The column with the time since when goods are recommended. */
export function recommendationColumns({ recommended }: GoodsChange, was: boolean, now: Date): object {
  if (recommended === undefined || recommended === was) return {};
  return { recommended_at: recommended ? now : null };
}
