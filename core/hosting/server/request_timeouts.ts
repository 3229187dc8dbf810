import type { Server } from 'node:http';

/** A server of Node, with the interval of its connection checks in milliseconds. */
type CheckingServer = Server & { connectionsCheckingInterval: number };

/** Milliseconds between checks with many connections. Short, so that each check rejects only a part of a burst. */
const OFTEN = 25;
/** Milliseconds between checks with few connections. Long, because each check wakes an otherwise idle process. */
const SELDOM = 500;
/** Connections that may be rejected in one turn of the event loop without delaying other requests. */
const FEW = 256;

/** Adapts the interval in which Node checks for late requests to the number of connections. */
export class RequestTimeouts {
  readonly #server: CheckingServer;
  readonly #begin: (() => void) | undefined;
  #isCrowded = false;

  constructor(server: Server) {
    this.#server = server as CheckingServer;
    // Node starts the checks when the server listens; calling this listener again restarts them.
    const listeners = server.listeners('listening') as (() => void)[];
    this.#begin = listeners.find(({ name }) => name === 'setupConnectionsTracking');
    this.#server.connectionsCheckingInterval = this.#begin ? SELDOM : OFTEN;
  }

  /** Sets the interval for the current number of connections. */
  follow(connections: number): void {
    // Two thresholds, so that a number around the limit does not restart the checks each time.
    const isCrowded = connections > (this.#isCrowded ? FEW / 2 : FEW);
    if (isCrowded === this.#isCrowded || !this.#begin) return;
    this.#isCrowded = isCrowded;
    this.#server.connectionsCheckingInterval = isCrowded ? OFTEN : SELDOM;
    // A closed server has no checks to restart.
    if (this.#server.listening) this.#begin.call(this.#server);
  }
}
