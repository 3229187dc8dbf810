import { added, quantile, type Buckets } from './histograms.ts';
import type { Sample } from './exposition.ts';
import type { Scrape } from './scrape.ts';

/** Requests of a route or a module between two scrapes; times are in milliseconds. */
export interface TrafficRow {
  readonly module: string;
  /** Method and address; absent from rows of modules. */
  readonly route?: string;
  readonly requestsPerSecond: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  /** Percentage of requests with a 5xx answer. */
  readonly errors: number;
  /** Seconds of request time per second: the mean number of concurrent requests. */
  readonly load: number;
}

/** Requests between two scrapes with the same method, route, module and status. */
interface Series {
  readonly module: string;
  readonly route: string;
  readonly failed: boolean;
  readonly buckets: Map<number, number>;
  count: number;
  seconds: number;
}

const METRIC = 'http_request_duration_seconds';

/** Requests between two scrapes, by route and by module; rows without requests are omitted. */
export function trafficBetween(before: Scrape, now: Scrape): { routes: TrafficRow[]; modules: TrafficRow[] } {
  const seconds = (now.at - before.at) / 1000;
  const series = seriesBetween(before.samples, now.samples).filter(({ count }) => count > 0);
  const byRoute = grouped(series, ({ module, route }) => `${module} ${route}`);
  const byModule = grouped(series, ({ module }) => module);
  return {
    routes: byRoute.map((some) => ({ ...rowOf(some, seconds), route: some[0]?.route ?? '' })),
    modules: byModule.map((some) => rowOf(some, seconds)),
  };
}

export type Traffic = Pick<TrafficRow, 'requestsPerSecond' | 'p50' | 'p95' | 'p99' | 'errors'>;

/** All requests between two scrapes as one row. @param leftOut module whose requests are not counted */
export function totalBetween(before: Scrape, now: Scrape, leftOut: string): Traffic {
  const series = seriesBetween(before.samples, now.samples).filter(({ module }) => module !== leftOut);
  return rowOf(series, (now.at - before.at) / 1000);
}

/** Growth of each series. A counter that has decreased restarted from zero, because its process restarted. */
function seriesBetween(before: readonly Sample[], now: readonly Sample[]): Series[] {
  const earlier = new Map(before.filter(isOfRequests).map((sample) => [keyOf(sample), sample.value]));
  const found = new Map<string, Series>();
  for (const sample of now.filter(isOfRequests)) {
    const was = earlier.get(keyOf(sample)) ?? 0;
    const grown = sample.value >= was ? sample.value - was : sample.value;
    add(seriesOf(found, sample), sample, grown);
  }
  return [...found.values()];
}

function seriesOf(found: Map<string, Series>, { labels }: Sample): Series {
  const { method = '', route = '', module = '', status = '' } = labels;
  const key = `${method} ${route} ${module} ${status}`;
  const name = route === '' ? `${method} (no route)` : `${method} ${route}`;
  const known = found.get(key) ?? {
    module: module || '-',
    route: name,
    failed: status.startsWith('5'),
    buckets: new Map<number, number>(),
    count: 0,
    seconds: 0,
  };
  found.set(key, known);
  return known;
}

function add(series: Series, { name, labels }: Sample, grown: number): void {
  if (name.endsWith('_count')) series.count = grown;
  else if (name.endsWith('_sum')) series.seconds = grown;
  else series.buckets.set(labels['le'] === '+Inf' ? Infinity : Number(labels['le']), grown);
}

function rowOf(series: readonly Series[], seconds: number): TrafficRow {
  const buckets: Buckets = added(series.map((one) => one.buckets));
  const requests = sum(series.map(({ count }) => count));
  const failed = sum(series.filter((one) => one.failed).map(({ count }) => count));
  const at = (share: number) => {
    const value = quantile(share, buckets);
    return value === undefined ? null : rounded(value * 1000);
  };
  return {
    module: series[0]?.module ?? '',
    requestsPerSecond: rounded(requests / seconds),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    errors: requests === 0 ? 0 : rounded((100 * failed) / requests),
    load: rounded(sum(series.map((one) => one.seconds)) / seconds),
  };
}

function grouped(series: readonly Series[], keyOfSeries: (series: Series) => string): Series[][] {
  const groups = new Map<string, Series[]>();
  for (const one of series) groups.set(keyOfSeries(one), [...(groups.get(keyOfSeries(one)) ?? []), one]);
  return [...groups.values()];
}

function isOfRequests({ name }: Sample): boolean {
  return name.startsWith(`${METRIC}_`);
}

function keyOf({ name, labels }: Sample): string {
  return `${name} ${JSON.stringify(labels)}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
