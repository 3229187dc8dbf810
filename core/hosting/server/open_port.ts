import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../kernel/base/config_schema.ts';
import type { Logger } from '../../kernel/base/logger.ts';
import type { AppHandle } from '../../kernel/http/app.ts';
import type { ConnectionAdmission } from './connection_admission.ts';
import { lastOf } from './connections.ts';
import { portProblem } from './free_port.mjs';
import { createAppServer, type AppServer } from './server.ts';

/**
 * Length of the accept queue; the system may enforce a lower one. With Node's default of 511, clients in a burst have
 * to retry, after a second at the earliest.
 */
const BACKLOG = 4_096;

/** Milliseconds between two searches for idle connections while the server stops. */
const CHECK_INTERVAL_MS = 25;

interface PortTerms {
  readonly appHandle: AppHandle;
  readonly admission: ConnectionAdmission;
  readonly http: Config['http'];
  readonly logger: Logger;
}

export class OpenPort {
  /** Number of the port, stored because each access would ask the system again. */
  readonly number: number;

  private constructor(
    private readonly app: AppServer,
    private readonly terms: PortTerms,
  ) {
    this.number = (app.server.address() as AddressInfo).port;
  }

  /** @throws Error of `portProblem` when the port cannot be opened */
  static async open(terms: PortTerms): Promise<OpenPort> {
    const { host, port } = terms.http;
    terms.admission.serve(terms.appHandle);
    const app = createAppServer(terms, terms.http);
    const { server } = app;
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(portProblem(terms.http, error)));
      server.listen({ port, host, backlog: BACKLOG }, resolve);
    });
    return new OpenPort(app, terms);
  }

  /**
   * Directs later requests to another application.
   * @returns a promise that resolves when all requests in progress are answered, or after `timeout` milliseconds
   */
  async serve(next: AppHandle, timeout: number): Promise<void> {
    const { connections, serve } = this.app;
    const answers = connections.open.flatMap(({ answer }) => answer ?? []);
    serve(next);
    this.terms.admission.serve(next);
    const ended = new AbortController();
    const { signal } = ended;
    const closed = Promise.allSettled(answers.map((answer) => once(answer, 'close', { signal })));
    await Promise.race([closed, sleep(timeout, undefined, { signal })]);
    ended.abort();
  }

  /** Closes each connection after an answer, and serves requests for `http.lameDuckMs`. */
  async retire(): Promise<void> {
    dismiss(this.app);
    await sleep(this.terms.http.lameDuckMs);
  }

  /** Stops listening, and lets running requests finish, for `http.drainTimeout` at most. */
  async close(): Promise<void> {
    const { http, logger } = this.terms;
    const running = countRunning(this.app);
    if (running > 0) logger.info({ requests: running }, `waiting for running requests: ${running}`);
    const cut = await drain(this.app, http.drainTimeout);
    const late = `requests were aborted, because they did not end within ${http.drainTimeout} ms; raise http.drainTimeout if they take longer: ${cut}`;
    if (cut > 0) logger.warn({ requests: cut }, late);
  }
}

/** Number of connections with an unfinished answer. */
function countRunning({ connections }: Pick<AppServer, 'connections'>): number {
  return connections.open.filter(({ answer }) => answer).length;
}

/** Closes each connection after the answer to its running or next request. Clients then reconnect. */
function dismiss({ server, connections }: Omit<AppServer, 'serve'>): void {
  for (const { answer } of connections.open) if (answer) lastOf(answer);
  const last = (_request: unknown, answer: ServerResponse) => lastOf(answer);
  server.prependListener('request', last).prependListener('checkExpectation', last);
}

/**
 * Stops listening, lets running requests finish, and closes remaining connections after `timeout` milliseconds.
 * @returns number of requests that were cut off
 */
async function drain({ server, connections }: Omit<AppServer, 'serve'>, timeout: number): Promise<number> {
  let cut = 0;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const closeUnused = () => {
    server.closeIdleConnections();
    // Node does not count a connection without a request as idle.
    connections.closeUnused();
  };
  closeUnused();
  // Node keeps a connection alive when its last request ends after the call of `close`.
  const looking = setInterval(closeUnused, CHECK_INTERVAL_MS);
  const timer = setTimeout(() => {
    cut = countRunning({ connections });
    server.closeAllConnections();
  }, timeout);
  await closed;
  clearInterval(looking);
  clearTimeout(timer);
  return cut;
}
