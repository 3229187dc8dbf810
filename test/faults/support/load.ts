import { Agent, request } from 'node:http';

/** Results of the requests of a load. */
export interface Tally {
  answered: number;
  /** One message for each failed request. */
  readonly failures: string[];
}

/** Target and clients of a load. */
export interface LoadTerms {
  /** Returns the URL of the server for the next request. */
  readonly target: () => string;
  readonly path: string;
  /** Number of clients with keep-alive connections; as many clients open a new connection for each request. */
  readonly clients: number;
}

const TIMEOUT_MS = 10_000;

/** Sends requests until `end` is called; any status but 200 counts as a failure. */
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
