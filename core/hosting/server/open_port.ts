import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../kernel/declare/config_schema.ts';
import type { Logger } from '../../kernel/declare/logger.ts';
import type { AppEntrance } from '../../kernel/http/app.ts';
import type { ConnectionAdmission } from './connection_admission.ts';
import { countRunning, dismiss, drain } from './drain.ts';
import { portProblem } from './free_port.mjs';
import { createAppServer } from './server.ts';

/**
 * Connections that may wait to be accepted; the system sets a lower bound where it has one. With Node's own 511, a crowd
 * that comes at once leaves others to knock a second time, which they do after a second at the earliest.
 */
const BACKLOG = 4_096;

/** What is served at a port, how, and who is told of its end. */
interface PortTerms {
  readonly entrance: AppEntrance;
  readonly admission: ConnectionAdmission;
  readonly http: Config['http'];
  readonly logger: Logger;
}

/** A port at which an application is served. */
export class OpenPort {
  /** Kept, because the system would be asked anew for each address that is written. */
  readonly number: number;

  private constructor(
    private readonly server: Server,
    private readonly terms: PortTerms,
  ) {
    this.number = (server.address() as AddressInfo).port;
  }

  /** @throws Error naming the port when it is taken or not allowed */
  static async open(terms: PortTerms): Promise<OpenPort> {
    const { host, port } = terms.http;
    const server = createAppServer({ ...terms.entrance, admission: terms.admission }, terms.http);
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => {
        reject(portProblem(terms.http, error));
      });
      server.listen({ port, host, backlog: BACKLOG }, resolve);
    });
    return new OpenPort(server, terms);
  }

  /** Has clients connect anew for their next request, and goes on serving for `http.lameDuckMs`. */
  async retire(): Promise<void> {
    dismiss(this.server);
    await sleep(this.terms.http.lameDuckMs);
  }

  /** Lets running requests finish, for `http.drainTimeout` at most. */
  async close(): Promise<void> {
    const { http, logger } = this.terms;
    const running = countRunning(this.server);
    if (running > 0) logger.info({ requests: running }, `waiting for ${running} running requests`);
    const cut = await drain(this.server, http.drainTimeout);
    const late = `${cut} requests were cut off, which did not end within ${http.drainTimeout} ms (http.drainTimeout)`;
    if (cut > 0) logger.warn({ requests: cut }, late);
  }
}
