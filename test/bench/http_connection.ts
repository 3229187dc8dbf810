import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request: a POST with a body, otherwise a GET. */
export interface Request {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
  /** Whether the server closes the connection after this answer. */
  readonly isLast: boolean;
}

const TIMEOUT_MS = 30_000;
const HEAD_END = Buffer.from('\r\n\r\n');
const nothing: Buffer = Buffer.alloc(0);

/**
 * A keep-alive connection that sends one request at a time, and needs less CPU time than `node:http`. Connects again
 * after an answer with `Connection: close`: a server may limit the requests of a connection.
 */
export class HttpConnection {
  readonly #url: URL;
  #socket: Socket;
  #asked = '';
  #read = nothing;
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  static async open(origin: string): Promise<HttpConnection> {
    const connection = new HttpConnection(new URL(origin));
    await once(connection.#socket, 'connect');
    return connection;
  }

  private constructor(url: URL) {
    this.#url = url;
    this.#socket = this.#connect();
  }

  send({ path, headers = {}, body }: Request): Promise<Answer> {
    let head = `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: ${this.#url.host}\r\n`;
    for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
    if (body !== undefined) head += `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    this.#asked = `${this.#url.host}${path}`;
    this.#socket.write(`${head}\r\n${body ?? ''}`);
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }));
  }

  close(): void {
    this.#socket.destroy();
  }

  #connect(): Socket {
    const { hostname, port } = this.#url;
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const failed = (error: Error) => {
      if (socket === this.#socket) this.#waiting?.reject(error);
    };
    socket.setTimeout(TIMEOUT_MS, () =>
      socket.destroy(new Error(`${this.#asked}: no answer within ${TIMEOUT_MS} ms.`)),
    );
    socket.on('data', (chunk) => {
      this.#receive(chunk);
    });
    socket.on('error', failed);
    socket.on('close', () => {
      failed(new Error(`${this.#asked}: the server closed the connection before it answered.`));
    });
    return socket;
  }

  #receive(chunk: Buffer): void {
    const read = this.#read.length === 0 ? chunk : Buffer.concat([this.#read, chunk]);
    const answer = answerIn(read);
    this.#read = answer ? nothing : read;
    if (!answer) return;
    if (answer.isLast) {
      this.#socket.destroy();
      this.#socket = this.#connect();
    }
    this.#waiting?.resolve(answer);
  }
}

/**
 * Returns the answer in the bytes, or undefined while the answer is incomplete.
 * @throws Error without Content-Length
 */
function answerIn(read: Buffer): Answer | undefined {
  const end = read.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const head = read.toString('latin1', 0, end);
  const [body, status] = [read.subarray(end + HEAD_END.length), Number(head.slice(9, 12))];
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`The server sent an answer without Content-Length: ${head}`);
  return body.length < Number(length) ? undefined : { status, body, isLast: /\r\nconnection: *close/i.test(head) };
}
