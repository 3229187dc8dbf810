import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure, sharedFailure } from '../failure.ts';
import type { Logger } from '../log.ts';
import { recordFailure, type RequestSpans } from '../tracing/request_spans.ts';
import { standardFailures } from '../standard_failures.ts';
import { anyMethod, type Cors } from './cors.ts';
import type { Endpoint } from './endpoint.ts';
import { answerOf, describeThrown, isOurs } from './error_answer.ts';
import { Exchange } from './exchange.ts';
import type { Metrics } from './metrics.ts';
import type { Mounted } from './mounted.ts';
import { originForm, refuseUnsafe, type HeadLimits } from './refusals.ts';
import { requestIdOf } from './request_id.ts';
import type { Match, Router } from './router.ts';
import type { Sender } from './send.ts';
import { unknownVersion } from './version.ts';

/** What answers requests below `/api`. */
export interface KernelMiddlewareParts {
  readonly router: Router<Endpoint>;
  /** Middleware that stands where no route does. */
  readonly mounted: (path: string) => Mounted | undefined;
  /** Name of the plugin that would serve the path if it had started. */
  readonly setAside: (path: string) => string | undefined;
  readonly sender: Sender;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Begins spans, where somebody wants them. */
  readonly spans: RequestSpans | undefined;
  /** Answers what browsers ask before they send a request of another origin, where there are such. */
  readonly cors: Cors | undefined;
  readonly limits: HeadLimits;
}

type Next = () => void;

export type KernelMiddleware = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

/** The one middleware of the kernel: what is not below `/api` goes on to Express. */
export function kernelMiddleware(parts: KernelMiddlewareParts): KernelMiddleware {
  return (request, response, next) => {
    const exchange = new Exchange(request, response, requestIdOf(request));
    exchange.logger = parts.logger;
    parts.metrics.begin();
    try {
      refuseUnsafe(request, parts.limits);
      if (!exchange.url.startsWith('/')) request.url = originForm(request);
      if (!api.test(exchange.url)) {
        // Pages and errors behind the kernel carry the same id.
        response.setHeader('X-Request-Id', exchange.id);
        parts.metrics.forget();
        next();
        return;
      }
    } catch (error) {
      fail(parts, exchange, error);
      return;
    }
    if (parts.spans) parts.spans.run(exchange, () => serve(parts, exchange));
    else serve(parts, exchange);
  };
}

/** Whether a request looks like one for the kernel; what only looks so comes back by `next`. */
export function isForKernel({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/api');
}

// The document of the API is a page, although it stands below `/api`.
const api = /^\/api(?:\/(?!openapi\.json(?:\?|$))|\?|$)/;

/** The way of a request: route, version, endpoint; any refusal and any throw ends here. */
function serve(parts: KernelMiddlewareParts, exchange: Exchange): void {
  try {
    const match = find(parts.router, exchange.path);
    if (!match) {
      serveElsewhere(parts, exchange);
      return;
    }
    const endpoint = match.place.entries.get(exchange.method);
    if (!endpoint) {
      answerOtherMethod(parts, exchange, match.place.allow);
      return;
    }
    exchange.route = endpoint.route.address;
    exchange.module = endpoint.route.module;
    exchange.fails = endpoint.route.fails;
    if (!exchange.version.isSupported) throw unknownVersion();
    const outcome = endpoint.answer(exchange, paramsOf(endpoint, match.values));
    if (outcome instanceof Failure) fail(parts, exchange, outcome);
    else
      outcome?.then(
        (refusal) => {
          if (refusal) fail(parts, exchange, refusal);
        },
        (error: unknown) => {
          fail(parts, exchange, error);
        },
      );
  } catch (error) {
    fail(parts, exchange, error);
  }
}

// One for all who ask for what there is not: whole crowds do.
const noSuchApi = sharedFailure(standardFailures.noSuchApi());

/** Where no route is: middleware, a plugin that did not start, or nothing. */
function serveElsewhere(parts: KernelMiddlewareParts, exchange: Exchange): void {
  const mounted = parts.mounted(exchange.path);
  const plugin = mounted ? undefined : parts.setAside(exchange.path);
  if ((mounted ?? plugin) !== undefined && parts.cors?.isWish(exchange.message)) {
    parts.sender.empty(exchange, 204, ['Allow', `${anyMethod}, OPTIONS`]);
    return;
  }
  if (mounted) {
    mounted.answer(exchange, (thrown) => fail(parts, exchange, thrown));
    return;
  }
  const failure =
    plugin === undefined
      ? noSuchApi
      : standardFailures.unavailable({ message: `The plugin "${plugin}" is out of service.` });
  fail(parts, exchange, failure);
}

function find(router: Router<Endpoint>, path: string): Match<Endpoint> | undefined {
  try {
    return router.find(path);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw standardFailures.badRequest({ message: error.message });
  }
}

function answerOtherMethod({ sender }: KernelMiddlewareParts, exchange: Exchange, allow: string): void {
  if (exchange.method !== 'OPTIONS') throw standardFailures.methodNotAllowed({ headers: { Allow: allow } });
  sender.empty(exchange, 204, ['Allow', allow]);
}

function paramsOf({ route }: Endpoint, values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (let index = 0; index < values.length; index++)
    params[route.parameters[index] as string] = values[index] as string;
  return params;
}

function fail(parts: KernelMiddlewareParts, exchange: Exchange, thrown: unknown): void {
  try {
    exchange.breaker?.threw(exchange, thrown);
    if (isOurs(thrown)) report(parts, exchange, thrown);
    if (exchange.span && isOurs(thrown)) recordFailure(exchange.span, thrown);
    parts.sender.error(exchange, answerOf(thrown, exchange.fails));
  } catch (error) {
    // The failure itself cannot be sent: a header with a line break, details that are no JSON.
    report(parts, exchange, error);
    parts.sender.error(exchange, answerOf(describeThrown(error)));
  }
}

function report({ logger, router }: KernelMiddlewareParts, exchange: Exchange, thrown: unknown): void {
  const { id: reqId, route, module } = exchange;
  logger.error({ reqId, route, module, err: describeThrown(thrown, fileOf(router, exchange)) }, 'the request failed');
}

/** Looked up anew: requests that go well need not know it. */
function fileOf(router: Router<Endpoint>, { path, method, route }: Exchange): string | undefined {
  return route === '' ? undefined : router.find(path)?.place.entries.get(method)?.route.file;
}
