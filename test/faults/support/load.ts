import { Agent, request } from 'node:http';

/** How the requests of a load went. */
export interface Tally {
  answered: number;
  /** What went wrong, one entry for each request. */
  readonly failures: string[];
}

/** Clients of a load. */
export interface LoadTerms {
  /** Whom to ask next, asked before each request. */
  readonly target: () => string;
  readonly path: string;
  /** Clients that keep their connections, and as many that make a new one for each request. */
  readonly clients: number;
}

const TIMEOUT_MS = 10_000;

/** Asks again and again until it is ended; any answer but 200 counts as a failure. */
export class Load {
  readonly #tally: Tally = { answered: 0, failures: [] };
  readonly #clients: Promise<void>[];
  #isOver = false;

  constructor(private readonly terms: LoadTerms) {
    const agents = Array.from({ length: terms.clients }, () => [new Agent({ keepAlive: true }), new Agent()]);
    this.#clients = agents.flat().map((agent) => this.#client(agent));
  }

  get tally(): Readonly<Tally> {
    return this.#tally;
  }

  async end(): Promise<Readonly<Tally>> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    return this.#tally;
  }

  async #client(agent: Agent): Promise<void> {
    while (!this.#isOver) {
      const url = this.terms.target();
      const failure = await outcome(`${url}${this.terms.path}`, agent);
      if (failure === undefined) this.#tally.answered++;
      else this.#tally.failures.push(`${url}: ${failure}`);
      await new Promise((resolve) => setTimeout(resolve, failure === undefined ? 5 : 100));
    }
    agent.destroy();
  }
}

function outcome(url: string, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked = request(url, { agent, timeout: TIMEOUT_MS }, (answer) => {
      answer.resume();
      answer.once('end', () => {
        resolve(answer.statusCode === 200 ? undefined : `status ${answer.statusCode}`);
      });
      answer.once('error', (error: Error) => {
        resolve(error.message);
      });
    });
    asked.once('timeout', () => asked.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    asked.once('error', (error: Error) => {
      resolve(error.message);
    });
    asked.end();
  });
}
