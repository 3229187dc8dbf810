/** Counts of a histogram by upper limits of its buckets; each bucket includes the smaller ones. */
export type Buckets = ReadonlyMap<number, number>;

/**
 * Quantile of a histogram, computed as in Prometheus: linear interpolation within a bucket. Values above the largest
 * finite limit are treated as that limit. Undefined for a histogram without values.
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

/** Sum of histograms with the same limits. */
export function added(all: readonly Buckets[]): Buckets {
  const sum = new Map<number, number>();
  for (const buckets of all) for (const [limit, count] of buckets) sum.set(limit, (sum.get(limit) ?? 0) + count);
  return sum;
}
