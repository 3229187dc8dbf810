import { ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import type { RequestContext } from './request_context.ts';

/** Head of one answer, without the headers that all answers share. */
export interface HeadTerms {
  readonly status: number;
  /** Media type of the body; undefined without a body. */
  readonly type?: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
}

/** Node's method behind `writeHead`. `firstLines` may contain header lines, which Node neither checks nor joins. */
type HeadWriter = ServerResponse & {
  readonly _storeHeader?: (firstLines: string, headers: readonly string[]) => void;
};

// oxlint-disable-next-line typescript/unbound-method -- the method is compared, never called
const { writeHead } = ServerResponse.prototype;

/**
 * Writes the heads of answers. Constant lines are checked once, and joined once for each status, version and type.
 * Node would repeat this work for every answer.
 */
export class Heads {
  readonly #always: Readonly<Record<number, readonly string[]>>;
  readonly #begun = new Map<string, Map<number, string>>();

  /**
   * @param always headers of every answer by version of the API, as alternating names and values
   * @throws TypeError for an invalid header
   */
  constructor(always: ReadonlyMap<number, readonly string[]>) {
    const byVersion = [...always].map(
      ([number, headers]) => [number, [...headers, 'API-Version', String(number)]] as const,
    );
    for (const [, headers] of byVersion)
      eachHeader(headers, (name, value) => {
        validateHeaderName(name);
        validateHeaderValue(name, value);
      });
    this.#always = Object.fromEntries(byVersion);
  }

  write({ response, version, id }: RequestContext, { status, type, headers }: HeadTerms): void {
    const own = ['X-Request-Id', id, ...headers];
    const writer = response as HeadWriter;
    if (type !== undefined && hasBody(status) && isUntouched(response) && writer._storeHeader) {
      response.statusCode = status;
      response.statusMessage = messageOf(status);
      writer._storeHeader(this.#begunBy(status, version.number, type), own);
      return;
    }
    if (type !== undefined) own.push('Content-Type', type);
    response.writeHead(status, withoutRepeats([...(this.#always[version.number] ?? []), ...own]) as never);
  }

  /** Status line and constant headers for this status, version and type. */
  #begunBy(status: number, version: number, type: string): string {
    const key = version * 1_000 + status;
    const known = this.#begun.get(type)?.get(key);
    if (known !== undefined) return known;
    const lines = [`HTTP/1.1 ${status} ${messageOf(status)}`];
    eachHeader([...(this.#always[version] ?? []), 'Content-Type', type], (name, value) => {
      lines.push(`${name}: ${value}`);
    });
    const text = `${lines.join('\r\n')}\r\n`;
    this.#begun.set(type, (this.#begun.get(type) ?? new Map<number, string>()).set(key, text));
    return text;
  }
}

const lists = new Set(['Link', 'Vary']);

/**
 * Joins repeated lines of `Link` and of `Vary`: if headers were set before `writeHead`, Node keeps only the last line.
 * @param headers alternating names and values
 */
export function withoutRepeats(headers: readonly string[]): string[] {
  const joined: string[] = [];
  eachHeader(headers, (name, value) => {
    const known = lists.has(name) ? joined.indexOf(name) : -1;
    if (known === -1) joined.push(name, value);
    else joined[known + 1] = `${joined[known + 1] ?? ''}, ${value}`;
  });
  return joined;
}

/** Whether the response is unsent, has no headers set by others, and has an unwrapped `writeHead`. */
function isUntouched(response: ServerResponse): boolean {
  return !response.headersSent && response.writeHead === writeHead && response.getHeaderNames().length === 0;
}

/** Whether a status allows a body. For 204 and 304, Node must know the status before it writes the head. */
function hasBody(status: number): boolean {
  return status !== 204 && status !== 304;
}

function messageOf(status: number): string {
  return STATUS_CODES[status] ?? 'unknown';
}

function eachHeader(headers: readonly string[], visit: (name: string, value: string) => void): void {
  for (let index = 0; index < headers.length; index += 2) visit(headers[index] as string, headers[index + 1] as string);
}
