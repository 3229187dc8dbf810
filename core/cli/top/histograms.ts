/** Observations of a histogram, by upper limits of its buckets; each bucket counts those that are not larger. */
export type Buckets = ReadonlyMap<number, number>;

/**
 * The value that a share of the observations does not exceed, as Prometheus reckons it: evenly spread within a bucket.
 * What is above the largest limit counts as that limit.
 */
export function quantile(share: number, buckets: Buckets): number | undefined {
  const limits = [...buckets.keys()].sort((a, b) => a - b);
  const total = buckets.get(Infinity) ?? 0;
  if (total <= 0) return undefined;
  const wanted = share * total;
  let [lower, before] = [0, 0];
  for (const limit of limits) {
    const count = buckets.get(limit) ?? 0;
    if (count >= wanted && count > before) {
      return limit === Infinity ? lower : lower + ((limit - lower) * (wanted - before)) / (count - before);
    }
    [lower, before] = limit === Infinity ? [lower, count] : [limit, count];
  }
  return lower;
}

/** Several histograms of the same limits as one. */
export function added(all: readonly Buckets[]): Buckets {
  const sum = new Map<number, number>();
  for (const buckets of all) for (const [limit, count] of buckets) sum.set(limit, (sum.get(limit) ?? 0) + count);
  return sum;
}
