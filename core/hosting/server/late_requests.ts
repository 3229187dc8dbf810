import type { Server } from 'node:http';

/** A server of Node, with the milliseconds between two looks at its connections. */
type LookingServer = Server & { connectionsCheckingInterval: number };

/** In a crowd: short, so that those who came together are not refused in one turn. */
const OFTEN = 25;
/** Among few: each look wakes up a process that may have nothing else to do. */
const SELDOM = 500;
/** So many connections may be refused in one turn and keep nobody waiting. */
const FEW = 256;

/** Has Node look for requests that do not arrive in time as often as the number of its connections asks for. */
export class LateRequests {
  readonly #server: LookingServer;
  readonly #begin: (() => void) | undefined;
  #isCrowded = false;

  constructor(server: Server) {
    this.#server = server as LookingServer;
    // Node begins to look when it listens, and anew when that is called once more.
    const listeners = server.listeners('listening') as (() => void)[];
    this.#begin = listeners.find(({ name }) => name === 'setupConnectionsTracking');
    this.#server.connectionsCheckingInterval = this.#begin ? SELDOM : OFTEN;
  }

  /** There are so many connections now. */
  follow(connections: number): void {
    // Around one number it would begin anew with each who comes and goes.
    const isCrowded = connections > (this.#isCrowded ? FEW / 2 : FEW);
    if (isCrowded === this.#isCrowded || !this.#begin) return;
    this.#isCrowded = isCrowded;
    this.#server.connectionsCheckingInterval = isCrowded ? OFTEN : SELDOM;
    // One that is closed has ended to look.
    if (this.#server.listening) this.#begin.call(this.#server);
  }
}
