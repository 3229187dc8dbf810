import autocannon from 'autocannon';
import type { Server } from './server_process.ts';

/** What is asked. */
export interface Question {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is posted, where each request is another one. */
  readonly next?: () => { readonly headers: Readonly<Record<string, string>>; readonly body: string };
  /** Status of every answer; any 2xx unless told. */
  readonly status?: number;
}

/** A question to a server. */
export interface Asked {
  readonly server: Server;
  readonly question: Question;
  /** How often at most, where a rough figure will do. */
  readonly rounds?: number;
}

/** How much load: for so many seconds, or so many requests until the last one is answered. */
export type Load = { readonly connections: number } & ({ readonly duration: number } | { readonly amount: number });

/** What one round showed. */
export interface Sample {
  /** Microseconds of the server's CPU for one request. */
  readonly cpu: number;
  /** Requests a second. */
  readonly rate: number;
}

const TRIAL_SECONDS = 0.15;
// It looks at the clock, and whether all is answered, with each of its samples alone.
const LOOK_MS = 10;

/**
 * As many requests as a server answers in about that time. To count them is fairer than to look at the clock, where those
 * that are under way in the end cost their CPU, but are no part of the answers: the slower the server, the more of them.
 */
export async function loadFor(asked: Asked, connections: number, seconds: number): Promise<Load> {
  const trial = await run(asked, { connections, duration: TRIAL_SECONDS });
  return { connections, amount: Math.max(connections, Math.round((trial.requests / trial.seconds) * seconds)) };
}

export async function sample(asked: Asked, how: Load): Promise<Sample> {
  const before = await asked.server.cpu();
  const { requests, seconds } = await run(asked, how);
  const after = await asked.server.cpu();
  return { cpu: (after - before) / requests, rate: requests / seconds };
}

/** Puts a server under load. @returns the number of its answers @throws Error when one has another status than it should */
export async function load(asked: Asked, how: Load): Promise<number> {
  return (await run(asked, how)).requests;
}

async function run({ server: { origin }, question }: Asked, how: Load) {
  const { path, headers = {}, next, status } = question;
  const url = `${origin}${path}`;
  const posts = next && { requests: [{ method: 'POST', setupRequest: (one: object) => ({ ...one, ...next() }) }] };
  const options = { url, headers, ...posts, ...how, sampleInt: LOOK_MS };
  const { non2xx, requests, statusCodeStats, duration } = await autocannon(options);
  const right = status === undefined ? requests.total - non2xx : (statusCodeStats[status]?.count ?? 0);
  if (right < requests.total) {
    const seen = Object.keys(statusCodeStats).join(', ');
    throw new Error(`${url} answered ${seen} where ${status ?? '2xx'} is due.`);
  }
  return { requests: requests.total, seconds: duration };
}
