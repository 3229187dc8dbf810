import type { Sent } from '../../../core/devtools/check/requests/client.ts';
import { RawConnection, type RawAnswer } from '../../support/raw_http.ts';

/** A persistent connection, which is replaced after the server has closed it. */
export class Lane {
  #connection: RawConnection | undefined;

  constructor(private readonly url: string) {}

  /** Sends a request as it is. @throws Error when it gets no answer */
  async send(sent: Sent, id: string): Promise<RawAnswer> {
    if (this.#connection?.closed) this.#connection = undefined;
    const connection = (this.#connection ??= new RawConnection(this.url));
    const answer = await connection.send(bytesOf(sent, id)).answer(TIMEOUT_MS, sent.method === 'HEAD');
    if (answer.headers['connection'] === 'close') this.close();
    return answer;
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }
}

const TIMEOUT_MS = 30_000;

function bytesOf({ method, path, headers, body }: Sent, id: string): Buffer {
  const bytes = Buffer.from(body ?? '');
  const length = body === undefined ? {} : { 'Content-Length': String(bytes.length) };
  const all = { Host: 'lectern.test', 'X-Request-Id': id, ...headers, ...length };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), bytes]);
}
