import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import { authenticatorChain, challengesOf, credentialHeaders } from '../auth/admission.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { AuthenticatorTerms } from '../auth/guarded_authenticator.ts';
import type { MountRecord } from '../boot/mounts.ts';
import type { Route } from '../boot/routes.ts';
import type { Config } from '../config/schema.ts';
import type { Guard } from '../guard/guard.ts';
import type { LeakReport } from '../leaks/leak_report.ts';
import type { WriteContext } from '../wire.ts';
import type { LogDestination, Logger } from '../log.ts';
import type { Meters } from '../meters/meters.ts';
import { endRequestSpan, RequestSpans } from '../tracing/request_spans.ts';
import { standardFailures } from '../standard_failures.ts';
import { limitsByCaller } from './body.ts';
import { endpointOf } from './deprecated_endpoint.ts';
import { Door } from './door.ts';
import { alwaysForOrigins, Cors, isCrossOrigin } from './cors.ts';
import { answerOf, describeThrown, isOurs } from './error_answer.ts';
import { Exchange } from './exchange.ts';
import { fromExpress } from './from_express.ts';
import { giverUp } from './give_up.ts';
import { isForKernel, kernelMiddleware, type KernelMiddleware } from './kernel_middleware.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { mountFinder } from './mounted.ts';
import { createRequestLog, type RequestLog } from './request_log.ts';
import { requestIdOf } from './request_id.ts';
import { buildRouter } from './router.ts';
import { apiSecurityHeaders, pageSecurity } from './security_headers.ts';
import { createSender, type Sender } from './send.ts';
import { slowRequestLog } from './slow_requests.ts';
import { counted, type Traffic } from './traffic.ts';

/** What an application is made of. */
export interface AppParts {
  readonly config: Config;
  readonly logger: Logger;
  /** Where the line of each request goes, if anywhere. */
  readonly requests: LogDestination | undefined;
  readonly routes: readonly Route[];
  readonly mounts: readonly MountRecord[];
  readonly authenticators: readonly Authenticator[];
  readonly ownerOf: AuthenticatorTerms['ownerOf'];
  readonly write: WriteContext;
  readonly setAside: (path: string) => string | undefined;
  readonly guard: Guard;
  readonly meters: Meters;
  /** Adds what is served beside the API: health, document, pages. */
  readonly pages: (router: Router, metrics: Metrics) => void;
  /** Counts the requests that are under way, where somebody has to know. */
  readonly traffic?: Traffic;
  /** Counts what the filters withhold, in development. */
  readonly leaks: LeakReport | undefined;
}

/** An application, and its way in. */
export interface AppEntrance {
  /** The whole of it, for whoever mounts it in an application of their own. */
  readonly app: Express;
  /** The same for a server of ours: what the API answers does not go through Express first. */
  readonly listener: RequestListener;
  /** What a server tells of connections and of requests that do not get to the listener. */
  readonly door: Door;
  /** Answers all requests that come from now on by other parts; those under way end as they began. */
  exchange(parts: AppParts): void;
}

/** All of an application that depends on the modules. */
interface Interior {
  readonly kernel: KernelMiddleware;
  readonly pages: RequestHandler;
  readonly sender: Sender;
}

/** Builds the Express application: the kernel's middleware first, pages behind it, one answer for all errors. */
export function createApp(parts: AppParts): AppEntrance {
  const metrics = createMetrics(parts.meters, parts.guard.meters);
  let interior = createInterior(parts, metrics);
  const app = express().disable('x-powered-by').disable('etag').set('trust proxy', parts.config.http.trustedProxies);
  const kernel: KernelMiddleware = (request, response, next) => {
    interior.kernel(request, response, next);
  };
  app.use(kernel as RequestHandler);
  app.use(pageSecurity(parts.config.http.publicUrl) as RequestHandler);
  app.use((request, response, next) => {
    void interior.pages(request, response, next);
  });
  app.use(failNotFound);
  app.use(errorHandler(() => interior.sender, parts.logger, metrics));
  const rest: RequestListener = (request, response) => void app(request, response);
  const listener: RequestListener = (request, response) => {
    if (isForKernel(request)) interior.kernel(request, response, () => rest(request, response));
    else rest(request, response);
  };
  const exchange = (next: AppParts) => {
    next.guard.renew();
    interior = createInterior(next, metrics);
  };
  const trusts = app.get('trust proxy fn') as (address: string, hops: number) => boolean;
  const door = new Door({ ...parts, metrics, trusts, sender: () => interior.sender });
  return { app, listener, door, exchange };
}

function createInterior(parts: AppParts, metrics: Metrics): Interior {
  const { config, logger, requests, routes, authenticators, ownerOf, write, setAside, guard, traffic } = parts;
  const { cors: settings } = config.http;
  const always = [...apiSecurityHeaders(config.http.publicUrl), ...alwaysForOrigins(settings)];
  const done = recorder(createRequestLog(requests), metrics, parts);
  const vary = credentialHeaders(authenticators);
  const sender = createSender({ always, challenges: challengesOf(authenticators), vary, done });
  const context = {
    identify: authenticatorChain(authenticators, { logger, ownerOf, deadlineMs: config.guard.deadlineMs }),
    limits: limitsByCaller(config.http),
    write,
    sender,
    vary,
    guard,
    giveUp: giverUp(guard, sender),
    leaks: parts.leaks,
    spans: RequestSpans.ifWanted(),
  };
  const router = buildRouter(routes, (route) => endpointOf(route, context));
  const cors = isCrossOrigin(settings) ? new Cors({ settings, router, credentials: context.vary }) : undefined;
  const { identify, limits } = context;
  const { trustedProxies } = config.http;
  const mounted = mountFinder(parts.mounts, { identify, limits, trustedProxies, always, done, guard });
  const kernel = kernelMiddleware({
    router,
    mounted,
    setAside,
    sender,
    logger,
    metrics,
    spans: context.spans,
    cors,
    limits: config.http,
  });
  const entrance = cors?.around(kernel) ?? kernel;
  const pages = express.Router({ caseSensitive: true, strict: true });
  parts.pages(pages, metrics);
  return { kernel: traffic ? counted(entrance, traffic) : entrance, pages, sender };
}

/** Writes a line for every answer and counts it. With 408 it was the client who took long, and such come in crowds. */
function recorder(log: RequestLog, metrics: Metrics, { logger, config }: Pick<AppParts, 'logger' | 'config'>) {
  const { slowRequestMs } = config.log;
  const slowest = slowRequestMs || Infinity;
  const tellSlow = slowRequestLog(logger, slowRequestMs);
  return (exchange: Exchange, status: number): void => {
    const milliseconds = performance.now() - exchange.startedAt;
    metrics.observe(exchange, status, milliseconds);
    log(exchange, status, milliseconds);
    if (milliseconds >= slowest && status !== 408) tellSlow(exchange, status, milliseconds);
    if (exchange.span) endRequestSpan(exchange.span, exchange, status);
  };
}

const failNotFound: RequestHandler = () => {
  throw standardFailures.noSuchApi();
};

/** Express knows it as an error handler by its four parameters. */
function errorHandler(sender: () => Sender, logger: Logger, metrics: Metrics): ErrorRequestHandler {
  // eslint-disable-next-line max-params -- Express counts them
  return (thrown: unknown, request, response, _next) => {
    const id = (response.getHeader('X-Request-Id') as string | undefined) ?? requestIdOf(request);
    const exchange = new Exchange(request, response, id);
    metrics.begin();
    const failure = fromExpress(thrown);
    if (isOurs(failure)) logger.error({ reqId: exchange.id, err: describeThrown(failure) }, 'the request failed');
    sender().error(exchange, answerOf(failure));
  };
}
