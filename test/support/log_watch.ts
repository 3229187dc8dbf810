import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** Characters that credentials are made of, as many as no ordinary word has. */
const long = /[\w-]{16,}/g;
// The kernel's own, and new for every request.
const requestId = /"reqId":"[\w.-]*"/;
const LONGEST_QUOTE = 300;

/**
 * Listens to all servers of this process and to the logs of all kernels that write them to `destination`: what was sent
 * as a credential, by whatever test, must not stand in any line, whatever test it came from.
 */
export class LogWatch {
  readonly #secrets = new Set<string>();
  /** Every long word of the logs, and the line it was seen in first. */
  readonly #words = new Map<string, string>();

  /** Begins to listen. */
  start(): this {
    subscribe('http.server.request.start', this.#hear);
    return this;
  }

  stop(): void {
    unsubscribe('http.server.request.start', this.#hear);
  }

  /** A destination for the log of one kernel, which is kept in `lines`, too. */
  destination(lines: string[]): { write(line: string): void } {
    return {
      write: (line) => {
        lines.push(line);
        for (const word of wordsOf(line.replace(requestId, ''))) {
          if (!this.#words.has(word)) this.#words.set(word, line.slice(0, LONGEST_QUOTE));
        }
      },
    };
  }

  /** How many secrets are known. */
  get size(): number {
    return this.#secrets.size;
  }

  /** A sentence for each secret that stands in a line. */
  get findings(): string[] {
    return [...this.#secrets].flatMap((secret) => {
      const line = this.#words.get(secret);
      return line === undefined ? [] : [`A credential that a test has sent stands in the log: ${line}`];
    });
  }

  readonly #hear = (message: unknown): void => {
    const { headers, url = '' } = (message as { request: IncomingMessage }).request;
    const { authorization = '', cookie = '' } = headers;
    const query = new URLSearchParams(url.split('?', 2)[1]);
    const given = [authorization, cookie, headers['x-auth-token'], headers['access-token'], query.get('access_token')];
    for (const value of [...given, decoded(authorization)]) {
      for (const secret of wordsOf(String(value ?? ''))) this.#secrets.add(secret);
    }
  };
}

/** That of the whole test run. */
export const logWatch = new LogWatch();

function wordsOf(text: string): string[] {
  return text.match(long) ?? [];
}

/** Name and password of Basic credentials. */
function decoded(authorization: string): string {
  const [, credential] = /^basic (.+)$/i.exec(authorization) ?? [];
  return credential === undefined ? '' : Buffer.from(credential, 'base64').toString();
}
