/** Upper bound of the cost of a request: CPU time of Lectern divided by that of the bare server in the same run. */
export interface Bound {
  readonly workload: string;
  readonly bound: number;
  /** Measured ratio, and the work that it contains. */
  readonly reason: string;
}

/**
 * Bounds, a third to a half above the measured ratios (best of five rounds). A change that makes a workload more
 * expensive on purpose raises the bound, and adds the reason here.
 */
export const bounds: readonly Bound[] = [
  {
    workload: 'small static answer',
    bound: 2.4,
    reason: '1.6 to 1.8: routing, input, filter, ETag, headers, a log line, the question whether to compress',
  },
  { workload: '404', bound: 1.65, reason: '1.1 to 1.2: like the static answer, without a resource' },
  { workload: '422', bound: 1.8, reason: '1.1 to 1.3: like the static answer, with the texts of the failures' },
  { workload: 'level', bound: 1.1, reason: '0.5 to 0.7: one statement for all requests in a turn of the event loop' },
  { workload: 'article', bound: 0.9, reason: '0.5: like the level, also for tokens' },
  {
    workload: 'page',
    bound: 1.25,
    reason: '0.5 to 0.9: one statement for equal requests, the filter of ten articles, ETag',
  },
  { workload: 'category', bound: 2, reason: '0.7 to 1.3: like the page, with the descendants of a category' },
  {
    workload: 'insert',
    bound: 3,
    reason: '1.3 to 2.2: the article and its entry of the audit trail in a transaction; the bare server: one statement',
  },
  { workload: 'insert_filed', bound: 3, reason: '1.5 to 2.0: the same' },
];

/** Ratios of one workload: CPU time of Lectern divided by that of the bare server, for each round. */
export interface Ratios {
  readonly workload: string;
  readonly ratios: readonly number[];
}

/** Returns the lowest ratio, which other processes have disturbed least. */
export function best({ ratios }: Ratios): number {
  return Math.min(...ratios);
}

export function boundOf(workload: string): Bound {
  const found = bounds.find((one) => one.workload === workload);
  if (!found) throw new Error(`There is no bound for "${workload}"; add a bound in test/bench/bounds.ts.`);
  return found;
}

export function isWithin(measured: Ratios): boolean {
  return best(measured) <= boundOf(measured.workload).bound;
}

/** Returns the message for a workload that exceeds its bound. */
export function complaint(measured: Ratios): string {
  const { workload, bound, reason } = boundOf(measured.workload);
  return `${workload}: costs ${best(measured).toFixed(2)} times the CPU of the bare server, and ${bound} is the bound (${reason}). \
Run "npm run bench -- --quick" on an idle machine. If the cost is confirmed, find its cause with node --cpu-prof, \
or raise the bound in test/bench/bounds.ts and add the reason there.`;
}
