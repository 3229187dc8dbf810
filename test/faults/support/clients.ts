import { setTimeout as sleep } from 'node:timers/promises';

/** A request of a client. */
export interface Ask {
  readonly path: string;
  readonly init?: RequestInit;
}

/** An answer with its request. */
export interface Answered {
  readonly ask: Ask;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  readonly ms: number;
  /** Time of the request, by `performance.now()`. */
  readonly at: number;
}

const TIMEOUT_MS = 30_000;

/** Sends a request, and reads the whole answer. */
export async function answerTo(url: string, ask: Ask): Promise<Answered> {
  const at = performance.now();
  const response = await fetch(`${url}${ask.path}`, { ...ask.init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { ask, status: response.status, headers: response.headers, body, ms: performance.now() - at, at };
}

/** Describes a failed answer that is no 503 with code 8, message and Retry-After; otherwise undefined. */
export function flawOf({ ask, status, body, headers }: Answered): string | undefined {
  if (status < 300) return undefined;
  const { error } = (body ?? {}) as { error?: { code?: number; message?: string } };
  const told = `${ask.init?.method ?? 'GET'} ${ask.path} answered ${status}: ${JSON.stringify(body)}`;
  if (status !== 503 || error?.code !== 8 || !error.message) return told;
  return headers.get('retry-after') === null ? `${told}, without Retry-After` : undefined;
}

/** Clients that send requests without a pause, and their answers. */
export class Clients {
  readonly answers: Answered[] = [];
  readonly #work: Promise<unknown>;
  #isOver = false;

  /**
   * @param next returns the next request; undefined ends the client
   * @param number number of concurrent clients
   */
  constructor(url: string, next: () => Ask | undefined, number: number) {
    this.#work = Promise.all(Array.from({ length: number }, () => this.#client(url, next)));
  }

  /** Stops after the running requests. @throws the error of a client, such as a broken connection */
  async end(): Promise<this> {
    this.#isOver = true;
    await this.#work;
    return this;
  }

  get longest(): number {
    return Math.max(0, ...this.answers.map(({ ms }) => ms));
  }

  get flaws(): readonly string[] {
    return this.answers.flatMap((answer) => flawOf(answer) ?? []);
  }

  /** Milliseconds from `then` to the first success of a later request; undefined without a success. */
  recoveredAfter(then: number): number | undefined {
    const well = this.answers.filter(({ at, status }) => at >= then && status < 300);
    return well.length > 0 ? Math.min(...well.map(({ at, ms }) => at + ms - then)) : undefined;
  }

  /** Number of answers whose status `isMeant` accepts. */
  count(isMeant: (status: number) => boolean): number {
    return this.answers.filter(({ status }) => isMeant(status)).length;
  }

  async #client(url: string, next: () => Ask | undefined): Promise<void> {
    for (let ask = next(); ask && !this.#isOver; ask = next()) {
      const answer = await answerTo(url, ask);
      this.answers.push(answer);
      // Without a pause, a refused client would send thousands of requests a second.
      if (answer.status === 503) await sleep(20);
    }
  }
}
