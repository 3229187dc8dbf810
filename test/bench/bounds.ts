/** What a request may cost at most against the bare server of the same run: CPU of Lectern over CPU of bare. */
export interface Bound {
  readonly workload: string;
  readonly bound: number;
  /** Where the bound comes from. */
  readonly reason: string;
}

/**
 * Wide: a third to a half above what is measured today, as the best of three. Whoever makes one of these dearer on purpose
 * raises its bound, and says here for what.
 */
export const bounds: readonly Bound[] = [
  {
    workload: 'small static answer',
    bound: 2,
    reason: '1.4: routing, input, filter, ETag, headers, a log line',
  },
  { workload: '404', bound: 1.65, reason: '1.1 to 1.2: the same without a resource' },
  { workload: '422', bound: 1.8, reason: '1.1 to 1.3: the same, and the text of what is wrong' },
  { workload: 'level', bound: 1.1, reason: '0.5 to 0.7: one statement for all who ask in the same turn' },
  { workload: 'article', bound: 0.9, reason: '0.5: the same, for tokens as well' },
  { workload: 'page', bound: 1.7, reason: '1.0 to 1.1: the filter of ten articles, ETag' },
  { workload: 'category', bound: 2.3, reason: '1.0 to 1.6: the same, and the categories below' },
  {
    workload: 'insert',
    bound: 1.7,
    reason: '0.7 to 1.1: one statement, and many tokens at once',
  },
  { workload: 'insert_filed', bound: 1.8, reason: '0.9 to 1.2: one statement, as the bare server sends' },
];

/** The figures of one workload: CPU of Lectern over CPU of bare, a figure for each round. */
export interface Ratios {
  readonly workload: string;
  readonly ratios: readonly number[];
}

/** The one that noise has disturbed least. */
export function best({ ratios }: Ratios): number {
  return Math.min(...ratios);
}

export function boundOf(workload: string): Bound {
  const found = bounds.find((one) => one.workload === workload);
  if (!found) throw new Error(`There is no bound for "${workload}"; give it one in test/bench/bounds.ts.`);
  return found;
}

export function isWithin(measured: Ratios): boolean {
  return best(measured) <= boundOf(measured.workload).bound;
}

/** What is said of a workload that has become too dear. */
export function complaint(measured: Ratios): string {
  const { workload, bound, reason } = boundOf(measured.workload);
  return `${workload}: costs ${best(measured).toFixed(2)} times the CPU of the bare server, and ${bound} is the bound (${reason}). \
Run "npm run bench -- --quick" on a quiet machine; if it is confirmed, find what has become dearer \
(node --cpu-prof), or raise the bound in test/bench/bounds.ts and say there what it is paid for.`;
}
