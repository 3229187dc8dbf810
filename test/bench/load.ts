import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection, type Answer, type Request } from './http_connection.ts';
import type { Server } from './server_process.ts';

/** What is asked. */
export interface Question {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The next request, where each is another one. */
  readonly next?: () => CheckedRequest;
  /** Status of every answer; any 2xx unless told. */
  readonly status?: number;
  /** Requests under way at once, of those that would wait for the database alone; unless told, as many as are measured. */
  readonly atMost?: number;
}

/** A request whose answer can be checked. */
export interface CheckedRequest extends Request {
  /** Whether it is the answer to this request. */
  readonly isAnswer?: (answer: never) => boolean;
}

/** A question to a server. */
export interface Asked {
  readonly server: Pick<Server, 'name' | 'origin' | 'cpu'>;
  readonly question: Question;
}

/** How much load: until so many seconds are over, or so many requests are answered. */
export interface Load {
  readonly connections: number;
  readonly duration?: number;
  readonly amount?: number;
}

/** What one round showed. */
export interface Sample {
  /** Microseconds of the server's CPU for one request. */
  readonly cpu: number;
  /** Requests a second. */
  readonly rate: number;
}

/** Requests at a fixed rate. */
export interface Pace {
  readonly connections: number;
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
}

/** Whether there is one more request, or since when it is due. */
type Due = () => boolean | Promise<number | false>;

/** An answer to another request than the one that was sent. */
export class WrongAnswer extends Error {}

const LOOK_MS = 10;
/** Milliseconds until everybody has connected, and what has slept is awake; one for each connection where there are more. */
const LEAD_MS = 60;
const TIMEOUT_MS = 1_500;
/** Answers that make a figure, where so many come in time. */
const ENOUGH = 32;
const ATTEMPTS = 3;
/** One of so many answers is read and checked. */
const CHECKED = 16;

/**
 * Looks for so many seconds at a server that is under load already: to connect costs as much as some requests, and with dear
 * requests or many connections a short look would see little else.
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
    const [before, started] = [await asked.server.cpu(), performance.now()];
    const first = clients.answered;
    await sleep(seconds * 1_000);
    // Who is slow is looked at for longer.
    while (clients.answered - first < Math.min(connections, ENOUGH) && performance.now() - started < TIMEOUT_MS)
      await sleep(LOOK_MS);
    const [after, ended] = [await asked.server.cpu(), performance.now()];
    const requests = clients.answered - first;
    found = { cpu: (after - before) / requests, rate: (requests / (ended - started)) * 1_000 };
    clients.stop();
  };
  await Promise.all([done, look()]);
  return found as unknown as Sample;
}

/** Puts a server under load. @returns the number of its answers @throws Error when one has another status than it should */
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
 * Milliseconds that each answer took, in order, at a rate that does not depend on the server: from the moment at which the
 * request was due, so that one slow answer does not hide those that had to wait for it.
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

/** Where the disk stalls for seconds, the database gives no answer in time; that is no figure, so it is looked at anew. */
async function persistently<T>(look: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await look();
    } catch (error) {
      if (attempt === ATTEMPTS || error instanceof WrongAnswer) throw error;
      console.warn(`${(error as Error).message} Looking again.`);
    }
  }
}

/** Clients of one server, each with a connection of its own on which it asks for one thing after the other. */
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
    throw new WrongAnswer(`${this.#asked.server.name}, ${path} ${body} was answered by something else: ${text}`);
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
