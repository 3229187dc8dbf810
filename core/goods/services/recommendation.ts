/** What an editor says of the recommendation. */
export interface RecommendationDraft {
  readonly recommended?: boolean;
}

/** The column that remembers since when goods are recommended. */
export function recommendationColumns({ recommended }: RecommendationDraft, was: boolean, now: Date): object {
  if (recommended === undefined || recommended === was) return {};
  return { recommended_at: recommended ? now : null };
}
