/** One sample of the answer of `/metrics`. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Samples at a time; `at` is a value of `performance.now()`. */
export interface Scrape {
  readonly at: number;
  readonly samples: readonly Sample[];
}

const line = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const label = /([A-Za-z_]\w*)="((?:\\.|[^"\\])*)"/g;

/** Parses the text format of Prometheus. */
export function readSamples(text: string): Sample[] {
  return text.split('\n').flatMap((one) => {
    const [, name, labels = '', value] = line.exec(one) ?? [];
    if (name === undefined || value === undefined) return [];
    return [{ name, labels: labelsIn(labels), value: Number(value.replace(/^([+-]?)Inf$/, '$1Infinity')) }];
  });
}

/** Sum of the samples of all processes. @returns null when no process reports one */
export function sumOf(samples: readonly Sample[], name: string, labels: Sample['labels'] = {}): number | null {
  const wanted = Object.entries(labels);
  const found = samples.filter((one) => one.name === name && wanted.every(([key, text]) => one.labels[key] === text));
  return found.length === 0 ? null : found.reduce((all, { value }) => all + value, 0);
}

function labelsIn(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(label)].map(([, name = '', value = '']) => [name, unescaped(value)]));
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_all, character: string) => (character === 'n' ? '\n' : character));
}

/** Requests between two scrapes; times are in milliseconds. */
export interface Traffic {
  readonly requests: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  /** Percentage of requests with a 5xx answer. */
  readonly errors: number;
}

const METRIC = 'http_request_duration_seconds';

/** All requests between two scrapes, except those of the module `leftOut`; `requests` is their number a second. */
export function trafficBetween(before: Scrape, now: Scrape, leftOut: string): Traffic {
  const earlier = new Map(before.samples.filter(isOfRequests).map((sample) => [keyOf(sample), sample.value]));
  const buckets = new Map<number, number>();
  let [requests, failed] = [0, 0];
  for (const sample of now.samples.filter(isOfRequests)) {
    const { name, labels } = sample;
    if (labels['module'] === leftOut) continue;
    const grown = growth(earlier.get(keyOf(sample)), sample.value);
    const limit = labels['le'] === '+Inf' ? Infinity : Number(labels['le']);
    if (name === `${METRIC}_bucket`) buckets.set(limit, (buckets.get(limit) ?? 0) + grown);
    if (name !== `${METRIC}_count`) continue;
    requests += grown;
    if (labels['status']?.startsWith('5')) failed += grown;
  }
  return {
    requests: rounded(requests / ((now.at - before.at) / 1000)),
    p50: milliseconds(quantile(0.5, buckets)),
    p95: milliseconds(quantile(0.95, buckets)),
    p99: milliseconds(quantile(0.99, buckets)),
    errors: requests === 0 ? 0 : rounded((100 * failed) / requests),
  };
}

/**
 * Quantile of a histogram, computed as in Prometheus: linear interpolation within a bucket. Values above the largest
 * finite limit are treated as that limit. Undefined for a histogram without values.
 * @param buckets counts by upper limits; each bucket includes the smaller ones
 */
export function quantile(share: number, buckets: ReadonlyMap<number, number>): number | undefined {
  const total = buckets.get(Infinity) ?? 0;
  if (total <= 0) return undefined;
  const wanted = share * total;
  let [lower, before] = [0, 0];
  for (const [limit, count] of [...buckets].toSorted(([a], [b]) => a - b)) {
    if (count >= wanted && count > before) {
      return limit === Infinity ? lower : lower + ((limit - lower) * (wanted - before)) / (count - before);
    }
    [lower, before] = [limit, count];
  }
  return lower;
}

/** A counter that has decreased restarted from zero, because its process restarted. */
function growth(was = 0, value = 0): number {
  return value >= was ? value - was : value;
}

function isOfRequests({ name }: Sample): boolean {
  return name.startsWith(METRIC);
}

function keyOf({ name, labels }: Sample): string {
  return `${name} ${JSON.stringify(labels)}`;
}

function milliseconds(seconds: number | undefined): number | null {
  return seconds === undefined ? null : rounded(seconds * 1000);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
