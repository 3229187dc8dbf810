import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, Reply, RequestView } from '../declare/call.ts';
import type { FailureKind, RestatedFailure } from '../declare/failure.ts';
import type { Logger } from '../declare/logger.ts';
import { revisionsIn } from './entity_tag.ts';
import { parseQuery } from './query.ts';
import { versionOf, type Version } from './version.ts';
import { isIP } from 'node:net';

type Query = Readonly<Record<string, unknown>>;

/** What Express adds to a request; the prototype of ours is Express's own. */
type ExpressRequest = IncomingMessage & { readonly ip?: string };

const none: readonly never[] = [];

/** Observes the operations of one module: may refuse one before it runs, and learns how each one ended. */
export interface OperationObserver {
  /** Called before the operation. @throws a Failure that is answered in its place */
  admit(request: object): void;
  answered(request: object): void;
  threw(request: object, thrown: unknown): void;
}

/** One request and its answer on their way through the kernel. */
export class RequestContext implements RequestView, Reply {
  readonly startedAt = performance.now();
  /** Address template of the route once it is known; logs and metrics never see a URL, which may hold secrets. */
  route = '';
  module = '';
  /** Failures that the endpoint restates. */
  fails: readonly (FailureKind | RestatedFailure)[] = none;
  /** Learns how the operation ends, once it runs; none for operations of core. */
  observer: OperationObserver | undefined;
  readonly version: Version;
  /** Headers that the operation adds, name and value in turn. */
  readonly headers: string[] = [];
  /** Revision of the object that is answered, where it has one. */
  answered: string | undefined;
  /** Set where the operation heeds it. */
  idempotencyKey: string | undefined;
  /** Who has called, once an operation runs. */
  caller: Caller | undefined;
  /** The kernel's; missing only where the kernel answers for somebody else. */
  logger: Logger | undefined;
  #log: Logger | undefined;
  #search: string | undefined;
  #query: Query | undefined;

  constructor(
    readonly message: IncomingMessage,
    readonly response: ServerResponse,
    readonly id: string,
  ) {
    this.version = versionOf(message.headers.accept);
  }

  get method(): string {
    return this.message.method ?? 'GET';
  }

  get log(): Logger {
    if (!this.logger) throw new Error('This request did not come to the kernel, which has no lines of it.');
    return (this.#log ??= this.logger.child({ reqId: this.id, route: this.route, module: this.module }));
  }

  get url(): string {
    return this.message.url ?? '/';
  }

  get address(): string {
    const { ip, socket } = this.message as ExpressRequest;
    return addressIn(ip ?? socket.remoteAddress ?? '');
  }

  /** Text before the question mark. */
  get path(): string {
    const mark = this.url.indexOf('?');
    return mark === -1 ? this.url : this.url.slice(0, mark);
  }

  /** Text behind the question mark. */
  get search(): string {
    return (this.#search ??= this.url.slice(this.path.length + 1));
  }

  get query(): Query {
    return (this.#query ??= parseQuery(this.search));
  }

  /**
   * Parses the query of an operation that may never read it, so that nothing can fail on it later.
   * @throws badRequest when it is malformed
   */
  checkQuery(): void {
    if (this.url.includes('?')) this.#query ??= parseQuery(this.search);
  }

  get revisions(): readonly string[] | undefined {
    return revisionsIn(this.message.headers['if-match']);
  }

  revision(revision: string | number): void {
    this.answered = String(revision);
  }

  header(name: string): string | undefined;
  header(name: string, value: string): void;
  header(name: string, value?: string): string | undefined {
    if (value !== undefined) {
      this.#setHeader(name, value);
      return undefined;
    }
    const given = this.message.headers[name];
    return Array.isArray(given) ? given[0] : given;
  }

  #setHeader(name: string, value: string): void {
    const lower = name.toLowerCase();
    const known = this.headers.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === lower);
    if (known === -1) this.headers.push(name, value);
    else this.headers[known + 1] = value;
  }
}

/**
 * The address in what a proxy says of its client. Some write the port behind it, with which every connection would count
 * as another client. What is no address stays as it is: to take the proxy's own for it would let whoever sends nonsense
 * in where only the proxy may go.
 */
export function addressIn(text: string): string {
  if (isIP(text) !== 0) return text;
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = v6 ?? v4 ?? '';
  return isIP(address) === 0 ? text : address;
}
