import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** An answer with its body as text, unparsed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection to a server, for bytes that no HTTP client would send. */
export class RawConnection {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  #wake: (() => void) | undefined;
  closed = false;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake?.();
    });
    this.socket.on('close', () => {
      this.closed = true;
      this.#wake?.();
    });
    // The server may close the connection during a send; only the answer matters.
    this.socket.on('error', () => undefined);
  }

  send(bytes: string | Uint8Array): this {
    this.socket.write(bytes);
    return this;
  }

  /**
   * Reads the next answer.
   * @param isHead whether the request was HEAD, whose answer has no body
   * @throws Error when the connection ends without an answer, or at the time limit
   */
  async answer(timeout = 5_000, isHead = false): Promise<RawAnswer> {
    return this.#until('answer', timeout, () => this.#take(isHead));
  }

  /** Waits until the server has closed the connection. */
  async end(timeout = 5_000): Promise<void> {
    await this.#until('end of the connection', timeout, () => this.closed || undefined);
  }

  close(): void {
    this.socket.destroy();
  }

  async #until<T>(what: string, timeout: number, look: () => T | undefined): Promise<T> {
    const deadline = performance.now() + timeout;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      const left = deadline - performance.now();
      if (this.closed || left <= 0) throw new Error(`no ${what}; received: ${this.#received.toString('latin1')}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  #take(isHead: boolean): RawAnswer | undefined {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    const [first = '', ...lines] = this.#received.toString('latin1', 0, end).split('\r\n');
    const pairs = lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]);
    const headers = Object.fromEntries(pairs) as Record<string, string>;
    const start = end + 4;
    const length = isHead ? 0 : Number(headers['content-length'] ?? 0);
    if (this.#received.length < start + length) return undefined;
    const body = this.#received.toString('utf8', start, start + length);
    this.#received = this.#received.subarray(start + length);
    return { status: Number(first.split(' ')[1]), headers, body };
  }
}

/** An answer as it was sent, with the bytes of its body. */
export interface SentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Sends a request, and leaves its answer compressed. `fetch` would decompress it, and supertest would add a header. */
export function sentAnswer(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<SentAnswer> {
  return new Promise((done, failed) => {
    request(url, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks);
        done({ status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string>, bytes });
      });
    })
      .on('error', failed)
      .end();
  });
}
