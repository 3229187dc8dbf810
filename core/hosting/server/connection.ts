import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that a client has to read within `http.answerTimeout`; a client that reads less has stalled. */
const MIN_BYTES_READ = 16_384;
/** Milliseconds for which the first request of a new connection may still be on its way. */
const FIRST_REQUEST_MS = 100;

/** Internals of Node's socket: the counts of written bytes. */
type ServedSocket = Socket & {
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
};

/** A client connection with its activity. */
export class Connection {
  /** Address of the client, stored because a closed socket no longer has an address. */
  readonly address: string;
  readonly #opened = performance.now();
  #isQuiet = false;
  #read = 0;
  /** Bytes accepted at the last progress of the current answer; `#since` is the time of that progress. */
  #taken = 0;
  #since: number | undefined;
  #answer: ServerResponse | undefined;
  /** Answers behind it: Node announces a pipelined request before the previous answer has ended. */
  readonly #later: ServerResponse[] = [];
  /** Request whose answer has ended before the body of the request. */
  #unread: IncomingMessage | undefined;
  #served = 0;
  /** Whether the connection is to end because of a broken or late request. Later requests are ignored. */
  isBroken = false;

  constructor(readonly socket: ServedSocket) {
    this.address = socket.remoteAddress ?? '';
  }

  /** Whether the connection has served a request, waits for the next request and was silent at the last check. */
  get isIdle(): boolean {
    return this.#isQuiet && this.#served > 0 && this.answer === undefined;
  }

  /** The answer that is being written, if any. */
  get answer(): ServerResponse | undefined {
    this.#forgetSent();
    return this.#answer;
  }

  /** Whether the body of an answered request is still arriving. */
  get isReading(): boolean {
    return this.answer === undefined && this.#unread?.complete === false;
  }

  /** Records an answer that begins. @returns the number of requests of this connection so far */
  serve(response: ServerResponse): number {
    if (this.answer) this.#later.push(response);
    else this.#answer = response;
    response.on('close', this.#forgetSent);
    return ++this.#served;
  }

  /** Forgets sent answers, as soon as they are closed: those kept until the next request cost time at collections. */
  readonly #forgetSent = (): void => {
    while (this.#answer?.writableFinished) {
      const { req: request } = this.#answer;
      this.#unread = request.complete ? undefined : request;
      this.#answer = this.#later.shift();
    }
  };

  /** Whether no byte has arrived, and the connection is older than 100 ms. */
  isUnused(now: number): boolean {
    return this.socket.bytesRead === 0 && now - this.#opened > FIRST_REQUEST_MS;
  }

  /** Whether no complete request of the client is being answered. */
  get isWaiting(): boolean {
    return !this.answer?.req.complete;
  }

  close(): void {
    this.socket.destroy();
  }

  /** Closes the connection by a TCP reset; the system would otherwise retry to send for minutes. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  /** Checks the activity of the client. @returns false when the client has read too little in `timeout` ms */
  look(now: number, timeout: number): boolean {
    this.#isQuiet = this.socket.bytesRead === this.#read;
    this.#read = this.socket.bytesRead;
    this.#forgetSent();
    if (this.socket.writableLength === 0) {
      this.#since = undefined;
      return true;
    }
    const taken = takenOf(this.socket);
    if (this.#since === undefined || taken - this.#taken >= MIN_BYTES_READ) {
      this.#since = now;
      this.#taken = taken;
    }
    return now - this.#since <= timeout;
  }
}

/** Counts bytes that the system has accepted. The stream counts a chunk only when all of it is written. */
function takenOf({ _handle: handle, bytesWritten, writableLength }: ServedSocket): number {
  return handle ? handle.bytesWritten - handle.writeQueueSize : bytesWritten - writableLength;
}
