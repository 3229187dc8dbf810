import { Agent, request, type IncomingMessage } from 'node:http';

/** A request as sent over HTTP. */
export interface Sent {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** An answer as received over HTTP. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Parsed body if its media type is JSON and its syntax is valid, else the text. */
  readonly body: unknown;
}

/** Time to wait for an answer; longer than the default deadline, after which the kernel answers 503 itself. */
const REQUEST_TIMEOUT_MS = 60_000;

/** HTTP client that sends paths and headers unchanged; `fetch` would normalize them. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly url: string) {}

  /** Sends a request; once more after a closed connection. @throws Error when the server does not answer */
  async send(sent: Sent): Promise<Received> {
    try {
      return await this.#once(sent);
    } catch (error) {
      // The server may close an idle connection just when this request is sent.
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
      return this.#once(sent);
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #once({ method, path, headers, body }: Sent): Promise<Received> {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const asked = request(this.url + path, { method, agent: this.#agent, headers: { ...headers, ...length } });
      asked.setTimeout(REQUEST_TIMEOUT_MS, () => {
        asked.destroy(new Error(`there was no answer within ${REQUEST_TIMEOUT_MS / 1000} s`));
      });
      asked.once('error', reject);
      asked.once('response', (answer) => {
        receivedOf(answer).then(resolve, reject);
      });
      asked.end(body);
    });
  }
}

async function receivedOf(answer: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
  return { status: answer.statusCode ?? 0, headers, text, body: parsed(text, headers['content-type'] ?? '') };
}

function parsed(text: string, type: string): unknown {
  if (!/\bjson\b/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
