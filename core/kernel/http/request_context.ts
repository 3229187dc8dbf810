import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, Reply, RequestView } from '../declare/call.ts';
import type { FailureKind, RestatedFailure } from '../declare/failure.ts';
import type { Logger } from '../base/logger.ts';
import type { AddedValues } from '../base/value_writers.ts';
import type { UploadedFile } from '../base/uploaded_file.ts';
import { filesIn } from './input/multipart_body.ts';
import { revisionsIn } from './entity_tag.ts';
import { publicAddress } from './public_path.ts';
import { parseQuery } from './input/query_string.ts';
import { standardVersions, type ApiVersions, type Version } from './api_version.ts';

type Query = Readonly<Record<string, unknown>>;

/** `ip` is defined by `defineClientAddress`. */
type ExpressRequest = IncomingMessage & { readonly ip?: string };

const none: readonly never[] = [];

/** Circuit breaker of one module: may refuse an operation before it runs, and is notified of its end. */
export interface CircuitBreaker {
  /** Called before the operation. @throws a Failure, which becomes the answer */
  admit(request: object): void;
  answered(request: object): void;
  threw(request: object, thrown: unknown): void;
}

/** A request and its answer on their way through the kernel. */
export class RequestContext implements RequestView, Reply {
  readonly startedAt = performance.now();
  /** Declared address of the matched route or mount, for logs and metrics: the URL may contain secrets. */
  route = '';
  module = '';
  /** Failures that the route declares; some have another code or status than usual. */
  fails: readonly (FailureKind | RestatedFailure)[] = none;
  /** Breaker to notify of errors, if any; set when it has admitted the request. */
  breaker: Pick<CircuitBreaker, 'threw'> | undefined;
  /** Headers of a successful answer besides those of every answer, as alternating names and values. */
  readonly headers: string[] = [];
  /** Revision of the object in the answer, for its ETag; undefined unless the operation sets one. */
  answerRevision: string | undefined;
  /** Value of `Idempotency-Key`, if the operation is `@idempotent`. */
  idempotencyKey: string | undefined;
  /** Values of the fields that other modules add to the answer. */
  added: AddedValues | undefined;
  /** Bytes of the body that the kernel has sent. */
  sentBytes = 0;
  /** Whether the request observer has recorded the answer; a second answer is not recorded. */
  isObserved = false;
  /** Caller of an operation; undefined before authentication, for anonymous requests, and in mounts. */
  caller: Caller | undefined;
  /** Logger of the kernel; undefined if the context was created outside of the kernel's middleware. */
  logger: Logger | undefined;
  /** Path of the public address, which `path` and `url` do not have. */
  publicPath = '';
  /** Versions of the installation. */
  versions: ApiVersions = standardVersions;
  #version: Version | undefined;
  #log: Logger | undefined;
  #search: string | undefined;
  #query: Query | undefined;

  constructor(
    readonly message: IncomingMessage,
    readonly response: ServerResponse,
    readonly id: string,
  ) {}

  get version(): Version {
    return (this.#version ??= this.versions.of(this.message.headers.accept));
  }

  get method(): string {
    return this.message.method ?? 'GET';
  }

  get log(): Logger {
    if (!this.logger) throw new Error('`request.log` exists only in API requests; inject the service `logger` here.');
    return (this.#log ??= this.logger.child({ reqId: this.id, route: this.route, module: this.module }));
  }

  get url(): string {
    return this.message.url ?? '/';
  }

  /** IP address of the client. */
  get address(): string {
    const { ip, socket } = this.message as ExpressRequest;
    return ip ?? socket.remoteAddress ?? '';
  }

  get path(): string {
    const mark = this.url.indexOf('?');
    return mark === -1 ? this.url : this.url.slice(0, mark);
  }

  /** Query of the URL, without the question mark. */
  get search(): string {
    return (this.#search ??= this.url.slice(this.path.length + 1));
  }

  /** The query, parsed at the first access. @throws badRequest for a malformed query */
  get query(): Query {
    return (this.#query ??= parseQuery(this.search));
  }

  /** Parses the query early: before a body is read, or a mount runs. @throws badRequest for a malformed query */
  checkQuery(): void {
    if (this.url.includes('?')) this.#query ??= parseQuery(this.search);
  }

  get revisions(): readonly string[] | undefined {
    return revisionsIn(this.message.headers['if-match']);
  }

  revision(revision: string | number): void {
    this.answerRevision = String(revision);
  }

  files(bytes: Buffer, most: number): Promise<readonly UploadedFile[]> {
    return filesIn(bytes, this.message.headers['content-type'] ?? '', most);
  }

  /** Reads a request header by its lower-case name. */
  header(name: string): string | undefined;
  /** Sets a header of the answer. */
  header(name: string, value: string): void;
  header(name: string, value?: string): string | undefined {
    if (value !== undefined) {
      this.#setHeader(name, value);
      return undefined;
    }
    const given = this.message.headers[name];
    return Array.isArray(given) ? given[0] : given;
  }

  #setHeader(name: string, text: string): void {
    const lower = name.toLowerCase();
    const value = lower === 'location' ? publicAddress(this.publicPath, text) : text;
    const known = this.headers.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === lower);
    if (known === -1) this.headers.push(name, value);
    else this.headers[known + 1] = value;
  }
}

const prefix = randomBytes(9).toString('base64url');
let count = 0;

/** The value of a well-formed `X-Request-Id`, else a new id that is unique over all processes. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : newRequestId();
}

/** An id that is unique over all processes. */
export function newRequestId(): string {
  count = (count + 1) % Number.MAX_SAFE_INTEGER;
  return `${prefix}-${count.toString(36)}`;
}
