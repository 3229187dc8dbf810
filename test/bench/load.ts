import { setTimeout as sleep } from 'node:timers/promises';
import autocannon, { type Client, type Result, type Running } from 'autocannon';
import type { Server } from './server_process.ts';

/** What is asked. */
export interface Question {
  readonly path: string;
  /** What each client asks for instead, by its number, where not all ask for the same. */
  readonly pathOf?: (client: number) => string;
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

// It looks at the clock, and whether all is answered, with each of its samples alone.
const LOOK_MS = 10;
/** Milliseconds until everybody has connected, and what has slept is awake; one for each connection where there are more. */
const LEAD_MS = 60;
const TIMEOUT_MS = 1_500;
/** Answers that make a figure, where so many come in time. */
const ENOUGH = 32;
// Longer than any sample.
const LONG_SECONDS = 60;
const ATTEMPTS = 3;

/**
 * Looks for so many seconds at a server that is under load already: to connect costs as much as some requests, and with dear
 * requests or many connections a short look would see little else.
 */
export async function sample(asked: Asked, connections: number, seconds: number): Promise<Sample> {
  return persistently(() => sampleOnce(asked, connections, seconds));
}

async function sampleOnce(asked: Asked, connections: number, seconds: number): Promise<Sample> {
  const running = begin(asked, { connections, duration: LONG_SECONDS });
  let answered = 0;
  running.on('response', () => answered++);
  await sleep(Math.max(LEAD_MS, connections));
  const [before, started] = [await asked.server.cpu(), performance.now()];
  const first = answered;
  await sleep(seconds * 1_000);
  // Who is slow is looked at for longer.
  while (answered - first < Math.min(connections, ENOUGH) && performance.now() - started < TIMEOUT_MS)
    await sleep(LOOK_MS);
  const [after, ended] = [await asked.server.cpu(), performance.now()];
  const requests = answered - first;
  running.stop();
  assertRight(asked, await running);
  return { cpu: (after - before) / requests, rate: (requests / (ended - started)) * 1_000 };
}

/** Puts a server under load. @returns the number of its answers @throws Error when one has another status than it should */
export async function load(asked: Asked, how: Load): Promise<number> {
  return (await persistently(() => run(asked, how))).requests;
}

/** Where the disk stalls for seconds, the database gives no answer in time; that is no figure, so it is looked at anew. */
async function persistently<T>(look: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await look();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      console.warn(`${(error as Error).message} Looking again.`);
    }
  }
}

async function run(asked: Asked, how: Load) {
  const result = await begin(asked, how);
  assertRight(asked, result);
  return { requests: result.requests.total };
}

function begin({ server: { origin }, question: { path, pathOf, headers = {}, next } }: Asked, how: Load): Running {
  const posts = next && { requests: [{ method: 'POST', setupRequest: (one: object) => ({ ...one, ...next() }) }] };
  let clients = 0;
  const setup = pathOf && { setupClient: (client: Client) => client.setRequest({ path: pathOf(clients++), headers }) };
  return autocannon({ url: `${origin}${path}`, headers, ...posts, ...setup, ...how, sampleInt: LOOK_MS });
}

function assertRight({ server: { origin }, question: { path, status } }: Asked, result: Result): void {
  const { non2xx, requests, statusCodeStats } = result;
  const right = status === undefined ? requests.total - non2xx : (statusCodeStats[status]?.count ?? 0);
  if (right === requests.total) return;
  const seen = Object.keys(statusCodeStats).join(', ');
  throw new Error(`${origin}${path} answered ${seen} where ${status ?? '2xx'} is due.`);
}
