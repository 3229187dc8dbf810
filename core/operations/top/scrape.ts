import { readSamples, type Sample } from './exposition.ts';

/** An answer of `/metrics`, and its time by `performance.now()`. */
export interface Scrape {
  readonly at: number;
  readonly samples: readonly Sample[];
}

/** Address and credential of the metrics. */
export interface Source {
  readonly url: string;
  /** Bearer token; undefined if the installation requires none. */
  readonly token: string | undefined;
}

const TIMEOUT_MS = 10_000;

/** Reads the metrics of a running server. @throws Error when no server answers, or the answer has no metrics */
export async function scrape({ url, token }: Source): Promise<Scrape> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const address = `${url.replace(/\/$/, '')}/metrics`;
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (cause: unknown) => {
      throw new Error(`No server answers at ${url}; start the server, or name its address with --url.`, { cause });
    },
  );
  if (response.status === 401 || response.status === 403) {
    throw new Error(`${address} refuses access (${response.status}); set METRICS_TOKEN to the value of metrics.token.`);
  }
  const text = await response.text();
  const samples = response.ok ? readSamples(text) : [];
  if (samples.length > 0) return { at: performance.now(), samples };
  throw new Error(
    `${address} answered ${response.status} and no metrics; check that this is the address of a Lectern server.`,
  );
}
