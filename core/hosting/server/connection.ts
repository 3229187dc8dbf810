import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that a client has to take of its answer within the time that it has; less of them is a client that stalls. */
const PIECE = 16_384;

/** What Node knows of a connection besides: the answer it is occupied with, and how much of it the system has taken. */
type ServedSocket = Socket & {
  readonly _httpMessage?: ServerResponse | null;
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
};

/** One connection of a client, and what it has been doing. */
export class Connection {
  /** Where it comes from; it cannot be asked any more once the socket is closed. */
  readonly address: string;
  readonly #socket: ServedSocket;
  #isQuiet = false;
  #read = 0;
  /** How much had been taken of what is being sent when that was last seen to go on, and the time of it. */
  #taken = 0;
  #since: number | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.address = socket.remoteAddress ?? '';
  }

  /** Whether it has served a request, waits for the next one and has been silent at the last look. */
  get isIdle(): boolean {
    // Node gives a connection a timeout as long as it waits for the next request, and takes it back then.
    return this.#isQuiet && this.isWaiting && Boolean(this.#socket.timeout);
  }

  /** Whether it is the client's turn: no whole request of it is being answered. */
  get isWaiting(): boolean {
    const { _httpMessage: answer } = this.#socket;
    return !answer || !answer.req.complete;
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Closes it for a client that does not take its answer; the system would go on offering it the rest for minutes. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Looks whether the client is silent. @returns false when it has not taken its answer for `patience` milliseconds */
  look(now: number, patience: number): boolean {
    this.#isQuiet = this.#socket.bytesRead === this.#read;
    this.#read = this.#socket.bytesRead;
    if (this.#socket.writableLength === 0) {
      this.#since = undefined;
      return true;
    }
    const taken = takenOf(this.#socket);
    if (this.#since === undefined || taken - this.#taken >= PIECE) {
      this.#since = now;
      this.#taken = taken;
    }
    return now - this.#since <= patience;
  }
}

/** The stream counts a piece as written when the system has all of it, which of a large one may take minutes. */
function takenOf({ _handle: handle, bytesWritten, writableLength }: ServedSocket): number {
  return handle ? handle.bytesWritten - handle.writeQueueSize : bytesWritten - writableLength;
}
