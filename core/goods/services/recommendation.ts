import type { GoodsChange } from '../inputs.ts';

/** The column that remembers since when goods are recommended. */
export function recommendationColumns({ recommended }: GoodsChange, was: boolean, now: Date): object {
  if (recommended === undefined || recommended === was) return {};
  return { recommended_at: recommended ? now : null };
}
