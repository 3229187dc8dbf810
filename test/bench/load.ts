import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection, type Answer, type Request } from './http_connection.ts';
import type { Server } from './server_process.ts';

/** Requests of a measurement. */
export interface Question {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns the next request, for requests that differ. */
  readonly next?: () => CheckedRequest;
  /** Expected status of every answer; default: any 2xx. */
  readonly status?: number;
  /** Maximum number of concurrent requests, for requests that mostly wait for the database. */
  readonly atMost?: number;
}

/** A request whose answer can be checked. */
export interface CheckedRequest extends Request {
  /** Whether an answer belongs to the request. */
  readonly isAnswer?: (answer: never) => boolean;
}

/** Requests and the server that receives them. */
export interface Asked {
  readonly server: Pick<Server, 'name' | 'origin' | 'cpu'>;
  readonly question: Question;
  /** Starts to measure the CPU time of the database. @returns a function that returns the microseconds since */
  readonly database?: () => Promise<(() => number) | undefined>;
}

/** End of a load: after a number of seconds, or of answers. */
export interface Load {
  readonly connections: number;
  readonly duration?: number;
  readonly amount?: number;
}

/** Result of one round. */
export interface Sample {
  /** CPU time of the server for one request, in microseconds. */
  readonly cpu: number;
  /** Answered requests per second. */
  readonly rate: number;
  /** Number of answered requests. */
  readonly requests: number;
  /** CPU time of the database for all requests, in microseconds; NaN if it is unknown. */
  readonly databaseCpu: number;
}

/** Requests at a fixed rate. */
export interface Pace {
  readonly connections: number;
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
}

/** Returns whether there is another request, or the time when the request was due. */
type Due = () => boolean | Promise<number | false>;

/** Error: the answer belongs to another request. */
export class WrongAnswer extends Error {}

const LOOK_MS = 10;
/** Milliseconds before a measurement until all clients have connected; at least one for each connection. */
const LEAD_MS = 60;
const TIMEOUT_MS = 1_500;
/** Minimum number of answers in a round, if they arrive within the time limit. */
const ENOUGH = 128;
const ATTEMPTS = 3;
/** One of this number of answers is parsed and checked. */
const CHECKED = 16;

/**
 * Measures a server that is under load already. A measurement from the first connection would include the cost of
 * connecting, which exceeds that of some requests.
 */
export async function sample(asked: Asked, connections: number, seconds: number): Promise<Sample> {
  return persistently(() => sampleOnce(asked, connections, seconds));
}

async function sampleOnce(asked: Asked, connections: number, seconds: number): Promise<Sample> {
  const clients = new Clients(asked);
  const done = clients.run(connections, () => true);
  let found: Sample | undefined;
  const look = async () => {
    await sleep(Math.max(LEAD_MS, connections));
    const databaseSince = await asked.database?.();
    const [before, started] = [await asked.server.cpu(), performance.now()];
    const first = clients.answered;
    await sleep(seconds * 1_000);
    // Slow servers are measured for longer.
    while (clients.answered - first < Math.min(connections, ENOUGH) && performance.now() - started < TIMEOUT_MS)
      await sleep(LOOK_MS);
    const databaseCpu = databaseSince?.() ?? Number.NaN;
    const [after, ended] = [await asked.server.cpu(), performance.now()];
    const requests = clients.answered - first;
    const [cpu, rate] = [(after - before) / requests, (requests / (ended - started)) * 1_000];
    found = { cpu, rate, requests, databaseCpu };
    clients.stop();
  };
  await Promise.all([done, look()]);
  return found as unknown as Sample;
}

/** Puts a server under load. @returns the number of answers @throws Error for an unexpected status */
export async function load(
  asked: Asked,
  { connections, duration = Infinity, amount = Infinity }: Load,
): Promise<number> {
  return persistently(async () => {
    const clients = new Clients(asked);
    const end = performance.now() + duration * 1_000;
    let left = amount;
    await clients.run(connections, () => left-- > 0 && performance.now() < end);
    return clients.answered;
  });
}

/**
 * Returns the sorted latencies in milliseconds at a fixed rate. A latency starts when the request was due, so that it
 * includes the wait for an earlier slow answer.
 */
export async function latenciesAt(asked: Asked, { connections, rate, seconds }: Pace): Promise<readonly number[]> {
  return persistently(async () => {
    const latencies: number[] = [];
    const [all, lead] = [rate * seconds, (rate * LEAD_MS) / 1_000];
    let [number, begun] = [-lead, Number.NaN];
    const clients = new Clients(asked, (due) => {
      if (due >= begun) latencies.push(performance.now() - due);
    });
    await clients.run(connections, async () => {
      if (number >= all) return false;
      begun ||= performance.now() + LEAD_MS;
      const due = begun + (number++ / rate) * 1_000;
      const early = due - performance.now();
      if (early > 0) await sleep(early);
      return due;
    });
    return latencies.sort((a, b) => a - b);
  });
}

/** Repeats a measurement after a timeout, which a stalled disk may cause. */
async function persistently<T>(look: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await look();
    } catch (error) {
      if (attempt === ATTEMPTS || error instanceof WrongAnswer) throw error;
      console.warn(`${(error as Error).message} The measurement is repeated.`);
    }
  }
}

/** Clients of one server. Each client sends one request after another on a separate connection. */
class Clients {
  readonly #asked: Asked;
  readonly #onAnswer: (due: number) => void;
  #isStopped = false;
  answered = 0;

  constructor(asked: Asked, onAnswer: (due: number) => void = () => undefined) {
    this.#asked = asked;
    this.#onAnswer = onAnswer;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async run(connections: number, due: Due): Promise<void> {
    const {
      server: { origin },
      question: { atMost = Infinity },
    } = this.#asked;
    const opened = await Promise.all(
      Array.from({ length: Math.min(connections, atMost) }, () => HttpConnection.open(origin)),
    );
    try {
      await Promise.all(opened.map((connection) => this.#ask(connection, due)));
    } finally {
      this.#isStopped = true;
      for (const connection of opened) connection.close();
    }
  }

  async #ask(connection: HttpConnection, due: Due): Promise<void> {
    const { question } = this.#asked;
    const next = question.next ?? (() => question);
    while (!this.#isStopped) {
      const more = due();
      const since = typeof more === 'boolean' ? more : await more;
      if (since === false) return;
      const request = next();
      const answer = await connection.send(request);
      this.#onAnswer(Number(since));
      if (this.answered++ % CHECKED === 0) this.#check(request, answer);
      else if (!isRight(answer, question)) throw this.#unexpected(request, answer);
    }
  }

  #check(request: CheckedRequest, answer: Answer): void {
    if (!isRight(answer, this.#asked.question)) throw this.#unexpected(request, answer);
    if (!request.isAnswer || request.isAnswer(JSON.parse(answer.body.toString()) as never)) return;
    const [{ path, body = '' }, text] = [request, answer.body.toString().slice(0, 500)];
    throw new WrongAnswer(`${this.#asked.server.name}, ${path} ${body} got the answer to another request: ${text}`);
  }

  #unexpected({ path }: Request, { status, body }: Answer): Error {
    const due = this.#asked.question.status ?? '2xx';
    const { name } = this.#asked.server;
    return new Error(`${name}, ${path} answered ${status} where ${due} is due: ${body.toString().slice(0, 200)}`);
  }
}

function isRight({ status }: Answer, { status: due }: Question): boolean {
  return due === undefined ? status >= 200 && status < 300 : status === due;
}
