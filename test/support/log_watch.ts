import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** Pattern of possible credentials: words that are longer than ordinary words. */
const long = /[\w-]{16,}/g;
// The id of a request, which the kernel generates, is no credential.
const requestId = /"reqId":"[\w.-]*"/;
const MAX_QUOTE = 300;

/**
 * Collects the credentials of all requests to servers of this process, and the log lines of all kernels that log to
 * `destination`. No log line may contain a credential.
 */
export class LogWatch {
  readonly #secrets = new Set<string>();
  /** Long words of all logs, each with the first line that contains it. */
  readonly #words = new Map<string, string>();

  /** Starts the collection. */
  start(): this {
    subscribe('http.server.request.start', this.#hear);
    return this;
  }

  stop(): void {
    unsubscribe('http.server.request.start', this.#hear);
  }

  /** Returns a log destination for a kernel, which also adds each line to `lines`. */
  destination(lines: string[]): { write(line: string): void } {
    return {
      write: (line) => {
        lines.push(line);
        for (const word of wordsOf(line.replace(requestId, ''))) {
          if (!this.#words.has(word)) this.#words.set(word, line.slice(0, MAX_QUOTE));
        }
      },
    };
  }

  /** Number of collected credentials. */
  get size(): number {
    return this.#secrets.size;
  }

  /** A message for each credential that a log line contains. */
  get findings(): string[] {
    return [...this.#secrets].flatMap((secret) => {
      const line = this.#words.get(secret);
      return line === undefined ? [] : [`A log line contains a credential that a test has sent: ${line}`];
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

/** The log watch of the whole test run. */
export const logWatch = new LogWatch();

function wordsOf(text: string): string[] {
  return text.match(long) ?? [];
}

/** Returns the name and password of Basic credentials. */
function decoded(authorization: string): string {
  const [, credential] = /^basic (.+)$/i.exec(authorization) ?? [];
  return credential === undefined ? '' : Buffer.from(credential, 'base64').toString();
}
