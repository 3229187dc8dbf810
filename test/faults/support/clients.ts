import { setTimeout as sleep } from 'node:timers/promises';

/** A request of a client. */
export interface Ask {
  readonly path: string;
  readonly init?: RequestInit;
}

/** How one was answered. */
export interface Answered {
  readonly ask: Ask;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  readonly ms: number;
  /** When it was asked, by `performance.now()`. */
  readonly at: number;
}

const TIMEOUT_MS = 30_000;

/** Asks once, and reads the whole answer. */
export async function answerTo(url: string, ask: Ask): Promise<Answered> {
  const at = performance.now();
  const response = await fetch(`${url}${ask.path}`, { ...ask.init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { ask, status: response.status, headers: response.headers, body, ms: performance.now() - at, at };
}

/** Why a client could not live with an answer, if it could not: what fails has to be a 503 that says when to come back. */
export function flawOf({ ask, status, body, headers }: Answered): string | undefined {
  if (status < 300) return undefined;
  const { error } = (body ?? {}) as { error?: { code?: number; message?: string } };
  const told = `${ask.init?.method ?? 'GET'} ${ask.path} answered ${status}: ${JSON.stringify(body)}`;
  if (status !== 503 || error?.code !== 8 || !error.message) return told;
  return headers.get('retry-after') === null ? `${told}, without Retry-After` : undefined;
}

/** Clients who ask without a pause, and what they were answered. */
export class Clients {
  readonly answers: Answered[] = [];
  readonly #work: Promise<unknown>;
  #isOver = false;

  /**
   * @param next what is asked next; undefined when there is no more
   * @param number how many ask at once
   */
  constructor(url: string, next: () => Ask | undefined, number: number) {
    this.#work = Promise.all(Array.from({ length: number }, () => this.#client(url, next)));
  }

  /** Lets those end who have asked. @throws what a client threw, such as that the connection broke */
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

  /** Milliseconds from then until the first answer to what was asked afterwards that is no refusal; undefined until then. */
  recoveredAfter(then: number): number | undefined {
    const well = this.answers.filter(({ at, status }) => at >= then && status < 300);
    return well.length > 0 ? Math.min(...well.map(({ at, ms }) => at + ms - then)) : undefined;
  }

  /** How many were answered like that. */
  count(isMeant: (status: number) => boolean): number {
    return this.answers.filter(({ status }) => isMeant(status)).length;
  }

  async #client(url: string, next: () => Ask | undefined): Promise<void> {
    for (let ask = next(); ask && !this.#isOver; ask = next()) {
      const answer = await answerTo(url, ask);
      this.answers.push(answer);
      // Refused at once, it would ask thousands of times a second.
      if (answer.status === 503) await sleep(20);
    }
  }
}
