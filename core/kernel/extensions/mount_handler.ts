import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { contentSecurity, protectHtml } from './content_security.ts';
import { MountAnswer, type Fail } from './mount_answer.ts';
import type { MountRecord } from './mount_records.ts';
import { StreamAccess } from './stream_access.ts';
import type { Caller } from '../declare/call.ts';
import type { Failure } from '../declare/failure.ts';
import { standardFailures } from '../declare/standard_failures.ts';
import { tooLarge, type LimitsByCaller } from '../http/input/body.ts';
import { defineClientAddress, type Trusts } from '../http/client_address.ts';
import type { Conventions } from '../http/request_services.ts';
import type { RequestContext, CircuitBreaker } from '../http/request_context.ts';
import type { UnroutedHandler, RequestHooks, Respond } from '../http/request_hooks.ts';
import { publicAddress } from '../http/public_path.ts';
import { fromExpress } from '../http/error_answer.ts';

const EVENTS = 'text/event-stream';

export interface MountParts {
  readonly conventions: Conventions;
  readonly limits: LimitsByCaller;
  readonly trusts: Trusts;
  readonly publicPath: string;
  /** `requests.answered` is called for requests that did not fail; the kernel reports failed requests itself. */
  readonly hooks: Pick<RequestHooks, 'breakerOf' | 'headers' | 'requests'>;
}

/** Returns a function that finds the mount for a path. The search is linear, because installations have few mounts. */
export function mountFinder(records: readonly MountRecord[], parts: MountParts) {
  const mounted = records.map((record) => new MountHandler(record, parts));
  return (path: string): MountHandler | undefined => mounted.find((one) => one.serves(path));
}

/** Answers requests with the middleware of a mount, in a separate Express application. Checks access and size first. */
export class MountHandler implements UnroutedHandler {
  readonly #app: Express;
  readonly #path: string;
  /** Security policy of HTML that the middleware answers. */
  readonly #policy: string;
  readonly #breaker: CircuitBreaker | undefined;
  readonly #refusalOf: (caller: Caller | undefined) => Failure | undefined;
  readonly #streams = new StreamAccess((context) => this.#identify(context));

  constructor(
    private readonly record: MountRecord,
    private readonly parts: MountParts,
  ) {
    const { address, mount, layer, module: name } = record;
    this.#path = `/api${address}`;
    this.#policy = contentSecurity(mount.contentSecurity);
    this.#breaker = parts.hooks.breakerOf({ layer, name });
    this.#refusalOf = parts.conventions.authorization.compile(record);
    this.#app = express().disable('x-powered-by').disable('etag').enable('case sensitive routing');
    this.#app.set('trust proxy', parts.trusts);
    const handle: RequestHandler = (request, response, next) => mount.handle(request as never, response, next);
    this.#app.use(this.#path, handle);
  }

  serves(path: string): boolean {
    return path === this.#path || path.startsWith(`${this.#path}/`);
  }

  /** Answers one request. Passes its first error to `fail`. */
  answer(context: RequestContext, { fail }: Respond): void {
    context.route = this.record.address;
    context.module = this.record.module;
    this.#admit(context).then((caller) => this.#run(context, caller, fail), fail);
  }

  async #admit(context: RequestContext): Promise<Caller | undefined> {
    const caller = await this.#identify(context);
    context.checkQuery();
    refuseLarge(context.message, this.#bodyLimitOf(caller));
    this.#breaker?.admit(context);
    context.breaker = this.#breaker;
    return caller;
  }

  /** Caller of a request. @throws the failures of the credential; loginRequired, permissionDenied */
  async #identify(context: RequestContext): Promise<Caller | undefined> {
    const caller = await this.parts.conventions.authentication.identify(context);
    const refusal = this.#refusalOf(caller);
    if (refusal) throw refusal;
    return caller;
  }

  #run(context: RequestContext, caller: Caller | undefined, fail: Fail): void {
    const { message, response } = context;
    const answer = new MountAnswer(context, { fail, breaker: this.#breaker, done: this.parts.hooks.requests.answered });
    countBody(message, this.#bodyLimitOf(caller), answer.fail);
    this.#addHeaders(context);
    protectHtml(response, this.#policy);
    completeLocation(response, this.parts.publicPath);
    response.once('close', answer.end);
    // A stream of events may stay open for hours. Its request is reported as ended when the head has been sent.
    onStream(response, () => {
      answer.end();
      if (caller) this.#streams.add(context);
    });
    defineClientAddress(message, this.parts.trusts);
    this.#app(Object.assign(message, { caller }) as never, response as never, (thrown: unknown) => {
      answer.fail(thrown === undefined ? standardFailures.noSuchApi() : fromExpress(thrown));
    });
  }

  #bodyLimitOf(caller: Caller | undefined): number {
    const { signedIn, anonymous } = this.parts.limits;
    return this.record.mount.bodyLimit ?? (caller ? signedIn : anonymous).bodyLimit;
  }

  #addHeaders({ message, response, id, version: { number } }: RequestContext): void {
    // nginx would hold back the events of a stream until its buffer is full.
    if (message.headers.accept === EVENTS) response.setHeader('X-Accel-Buffering', 'no');
    const headers = [...this.parts.hooks.headers(number), 'API-Version', String(number), 'X-Request-Id', id];
    for (let index = 0; index < headers.length; index += 2)
      response.setHeader(headers[index] as string, headers[index + 1] as string);
  }
}

/** Completes a redirect to a path of this installation: the middleware sees requests without the public path. */
function completeLocation(response: ServerResponse, publicPath: string): void {
  if (publicPath === '') return;
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, /^location$/i.test(name) ? publicAddress(publicPath, String(value)) : value);
}

/** Calls `begun` after the code that has sent the head of server-sent events: this code may still throw. */
function onStream(response: ServerResponse, begun: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: readonly unknown[]) => ServerResponse;
  response.writeHead = (...args: readonly unknown[]) => {
    writeHead(...args);
    if (String(response.getHeader('content-type')).startsWith(EVENTS)) process.nextTick(begun);
    return response;
  };
}

/** @throws bodyTooLarge when the declared length, or without one the part received so far, exceeds the limit */
function refuseLarge({ headers, readableLength }: IncomingMessage, limit: number): void {
  if (Number(headers['content-length'] ?? readableLength) > limit) throw tooLarge(limit);
}

/** Counts the bytes of a chunked body while the middleware reads it. Calls `fail` when the body exceeds the limit. */
function countBody(request: IncomingMessage, limit: number, fail: Fail): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let size = 0;
  const count = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) return;
    request.off('data', count).pause();
    fail(tooLarge(limit));
  };
  // A listener for data starts the body, so it is added with the first one of the middleware, and before that.
  const begin = (event: string) => {
    if (event !== 'data' && event !== 'readable') return;
    request.off('newListener', begin).on('data', count);
  };
  request.on('newListener', begin);
}
