import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request; one with a body is a POST. */
export interface Request {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

const TIMEOUT_MS = 10_000;
const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');
const nothing: Buffer = Buffer.alloc(0);

/** A keep-alive connection that sends one request at a time, with less CPU than `node:http` takes. */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #host: string;
  #read = nothing;
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  static async open(origin: string): Promise<HttpConnection> {
    const { hostname, port, host } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new HttpConnection(socket, host);
  }

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`No answer within ${TIMEOUT_MS} ms.`)));
    socket.on('data', (chunk) => {
      this.#receive(chunk);
    });
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection.')));
  }

  send({ path, headers = {}, body }: Request): Promise<Answer> {
    let head = `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n`;
    for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
    if (body !== undefined) head += `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    this.#socket.write(`${head}\r\n${body ?? ''}`);
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }));
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    const read = this.#read.length === 0 ? chunk : Buffer.concat([this.#read, chunk]);
    const answer = answerIn(read);
    this.#read = answer ? nothing : read;
    if (answer) this.#waiting?.resolve(answer);
  }
}

/** The answer in these bytes, or undefined while a part of it is missing. */
function answerIn(read: Buffer): Answer | undefined {
  const end = read.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const head = read.toString('latin1', 0, end);
  const [body, status] = [read.subarray(end + HEAD_END.length), Number(head.slice(9, 12))];
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return body.length < Number(length) ? undefined : { status, body };
  return read.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) ? { status, body: joined(body) } : undefined;
}

/** A body without the lengths of its chunks. */
function joined(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let start = 0; ;) {
    const line = body.indexOf('\r\n', start);
    const length = Number.parseInt(body.toString('latin1', start, line), 16);
    if (!(length > 0)) return Buffer.concat(chunks);
    chunks.push(body.subarray(line + 2, line + 2 + length));
    start = line + 2 + length + 2;
  }
}
