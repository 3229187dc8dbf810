import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../kernel/base/config_schema.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import { Connection } from './connection.ts';
import type { ConnectionAdmission } from './connection_admission.ts';
import { rejectConnection } from './plain_answer.ts';

type Limits = Pick<
  Config['http'],
  'answerTimeout' | 'connectionRequests' | 'maxConnections' | 'maxConnectionsPerAddress'
>;

/** Maximum number of connections closed together to make room: each search is expensive, and clients connect in bursts. */
const BATCH = 64;
/** Stalled connections closed in one turn of the event loop; each takes a fraction of a millisecond. */
const CLOSED_PER_TURN = 4;
/** Milliseconds without a search after an unsuccessful search. */
const SEARCH_PAUSE_MS = 100;
const MIN_CHECK_INTERVAL_MS = 25;
const MAX_CHECK_INTERVAL_MS = 1_000;
const RETRY_AFTER = { 'Retry-After': '5' };
/** Key of the connection among the properties of its socket: a Map would cost each request. */
const CONNECTION = Symbol('connection');

type AdmittedSocket = Socket & { [CONNECTION]?: Connection };

/** Open connections of a server: enforces the limits on their number, and closes stalled ones. */
export class Connections {
  readonly #open = new Set<Connection>();
  readonly #byAddress = new Map<string, number>();
  #searchAgain = 0;

  constructor(
    private readonly limits: Limits,
    private readonly admission: ConnectionAdmission,
  ) {}

  /** Admits and follows the connections of a server: only admitted ones reach the listener of HTTP, which is the first. */
  guard(server: Server): void {
    const [handle] = server.listeners('connection') as [(socket: Socket) => void];
    server.removeAllListeners('connection').on('connection', (socket: Socket) => {
      if (this.#admits(socket)) handle.call(server, socket);
    });
    const interval = Math.min(MAX_CHECK_INTERVAL_MS, Math.max(MIN_CHECK_INTERVAL_MS, this.limits.answerTimeout / 4));
    const looking = setInterval(this.#look, interval).unref();
    server.once('close', () => clearInterval(looking));
  }

  get open(): readonly Connection[] {
    return [...this.#open];
  }

  /** The connection of a socket. */
  of(socket: Socket): Connection | undefined {
    return (socket as AdmittedSocket)[CONNECTION];
  }

  /** Closes connections on which no byte has arrived, except those opened in the last 100 ms. */
  closeUnused(): void {
    const now = performance.now();
    for (const connection of this.#open) if (connection.isUnused(now)) connection.close();
  }

  /** Follows the answer to a request. @returns whether the request may run: not on a broken connection */
  begins({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const connection = (socket as AdmittedSocket)[CONNECTION];
    if (connection?.isBroken) return false;
    const requests = connection?.serve(response) ?? 0;
    if (requests >= this.limits.connectionRequests && this.limits.connectionRequests > 0) lastOf(response);
    return true;
  }

  #admits(socket: Socket): boolean {
    const connection = new Connection(socket);
    const refusal = this.#refusal(connection.address);
    if (refusal) {
      rejectConnection(socket, this.admission, refusal);
      return false;
    }
    (socket as AdmittedSocket)[CONNECTION] = connection;
    this.#open.add(connection);
    this.#byAddress.set(connection.address, this.#countOf(connection.address) + 1);
    this.admission.opened();
    socket.once('close', () => this.#forget(connection));
    return true;
  }

  #refusal(address: string) {
    const { maxConnections, maxConnectionsPerAddress: share } = this.limits;
    if (share > 0 && this.#countOf(address) >= share && !this.admission.trusts(address)) {
      const message = 'This address has too many connections; close or reuse them.';
      return standardFailures.tooManyRequests({ message, headers: RETRY_AFTER });
    }
    if (this.#open.size < maxConnections || this.#makeRoom(address)) return undefined;
    const message = 'The server has too many connections; try again later.';
    return standardFailures.unavailable({ message, headers: RETRY_AFTER });
  }

  /**
   * Closes idle connections. Without any, closes waiting ones of the busiest address, if this has at least two more
   * connections than `address`.
   * @returns whether any were closed
   */
  #makeRoom(address: string): boolean {
    const now = performance.now();
    if (now < this.#searchAgain) return false;
    if (this.#closeSome('idle', ({ isIdle }) => isIdle, BATCH)) return true;
    const greedy = this.#greediest();
    const more = this.#countOf(greedy) - this.#countOf(address);
    const isGreedy = (one: Connection) => one.address === greedy && one.isWaiting;
    if (more > 1 && this.#closeSome('greedy', isGreedy, Math.min(BATCH, Math.floor(more / 2)))) return true;
    this.#searchAgain = now + SEARCH_PAUSE_MS;
    return false;
  }

  /** Closes the oldest matching connections. @returns whether any were closed */
  #closeSome(reason: 'idle' | 'greedy', isMeant: (connection: Connection) => boolean, most: number): boolean {
    let left = most;
    for (const connection of this.#open) {
      if (!isMeant(connection)) continue;
      this.#close(connection, reason);
      if (--left === 0) break;
    }
    return left < most;
  }

  /** Address with the most connections. Trusted proxies are exempt, because they serve many clients. */
  #greediest(): string {
    let greediest = '';
    let most = 0;
    for (const [address, count] of this.#byAddress) {
      if (count > most && !this.admission.trusts(address)) [greediest, most] = [address, count];
    }
    return greediest;
  }

  #close(connection: Connection, reason: 'idle' | 'greedy' | 'stalled'): void {
    this.admission.closes(reason);
    this.#forget(connection);
    if (reason === 'stalled') connection.reset();
    else connection.close();
  }

  #forget(connection: Connection): void {
    if (!this.#open.delete(connection)) return;
    const left = this.#countOf(connection.address) - 1;
    if (left > 0) this.#byAddress.set(connection.address, left);
    else this.#byAddress.delete(connection.address);
    this.admission.left();
  }

  #countOf(address: string): number {
    return this.#byAddress.get(address) ?? 0;
  }

  readonly #look = (): void => {
    const now = performance.now();
    const stalled = this.open.filter((connection) => !connection.look(now, this.limits.answerTimeout));
    this.#closeStalled(stalled);
  };

  /** Closes a few stalled connections in each turn of the loop, so that other requests are not delayed. */
  #closeStalled(connections: Connection[]): void {
    for (const connection of connections.splice(-CLOSED_PER_TURN)) {
      if (this.#open.has(connection)) this.#close(connection, 'stalled');
    }
    if (connections.length > 0) setImmediate(() => this.#closeStalled(connections));
  }
}

/** Makes an answer the last one of its connection, unless its head was sent. */
export function lastOf(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
