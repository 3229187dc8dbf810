import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { authenticatorChain, challengesOf, credentialHeaders } from '../auth/admission.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Route } from '../boot/routes.ts';
import type { Config } from '../config/schema.ts';
import type { WriteContext } from '../wire.ts';
import type { LogDestination, Logger } from '../log.ts';
import { standardFailures } from '../standard_failures.ts';
import { Endpoint } from './endpoint.ts';
import { answerOf, describeThrown, isOurs } from './error_answer.ts';
import { Exchange } from './exchange.ts';
import { isForKernel, kernelMiddleware } from './kernel_middleware.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createRequestLog, type RequestLog } from './request_log.ts';
import { requestIdOf } from './request_id.ts';
import { buildRouter } from './router.ts';
import { apiSecurityHeaders, pageSecurity } from './security_headers.ts';
import { createSender, type Sender } from './send.ts';

/** What an application is made of. */
export interface AppParts {
  readonly config: Config;
  readonly logger: Logger;
  /** Where the line of each request goes, if anywhere. */
  readonly requests: LogDestination | undefined;
  readonly routes: readonly Route[];
  readonly authenticators: readonly Authenticator[];
  readonly write: WriteContext;
  readonly setAside: (path: string) => string | undefined;
  /** Adds what is served beside the API: health, document, pages. */
  readonly pages: (app: Express, metrics: Metrics) => void;
}

/** An application, and its way in. */
export interface AppEntrance {
  /** The whole of it, for whoever mounts it in an application of their own. */
  readonly app: Express;
  /** The same for a server of ours: what the API answers does not go through Express first. */
  readonly listener: RequestListener;
}

/** Builds the Express application: the kernel's middleware first, pages behind it, one answer for all errors. */
export function createApp({
  config,
  logger,
  requests,
  routes,
  authenticators,
  write,
  setAside,
  pages,
}: AppParts): AppEntrance {
  const metrics = createMetrics();
  const always = [...apiSecurityHeaders(config.http.publicUrl), 'Vary', 'Accept'];
  const sender = createSender({
    always,
    challenges: challengesOf(authenticators),
    done: recorder(createRequestLog(requests), metrics),
  });
  const context = {
    identify: authenticatorChain(authenticators),
    limits: config.http,
    write,
    sender,
    vary: credentialHeaders(authenticators),
  };
  const router = buildRouter(routes, (route) => new Endpoint(route, context));
  const app = express().disable('x-powered-by').disable('etag').set('trust proxy', config.http.trustedProxies);
  const kernel = kernelMiddleware({ router, setAside, sender, logger, urlLimit: config.http.urlLimit });
  app.use(kernel as RequestHandler);
  app.use(pageSecurity as RequestHandler);
  pages(app, metrics);
  app.use(failNotFound);
  app.use(errorHandler(sender, logger));
  const rest: RequestListener = (request, response) => void app(request, response);
  const listener: RequestListener = (request, response) => {
    if (isForKernel(request)) kernel(request, response, () => rest(request, response));
    else rest(request, response);
  };
  return { app, listener };
}

/** Writes a line for every answer and counts it. */
function recorder(log: RequestLog, metrics: Metrics) {
  return (exchange: Exchange, status: number): void => {
    const milliseconds = performance.now() - exchange.startedAt;
    metrics.observe(exchange, status, milliseconds);
    log(exchange, status, milliseconds);
  };
}

const failNotFound: RequestHandler = () => {
  throw standardFailures.noSuchApi();
};

/** Express knows it as an error handler by its four parameters. */
function errorHandler(sender: Sender, logger: Logger): ErrorRequestHandler {
  // eslint-disable-next-line max-params -- Express counts them
  return (thrown: unknown, request, response, _next) => {
    const id = (response.getHeader('X-Request-Id') as string | undefined) ?? requestIdOf(request);
    const exchange = new Exchange(request, response, id);
    const failure = fromExpress(thrown);
    if (isOurs(failure)) logger.error({ reqId: exchange.id, err: describeThrown(failure) }, 'the request failed');
    sender.error(exchange, answerOf(failure));
  };
}

/** Express and its middleware throw errors with a status; those of the client's doing are a bad request to us. */
function fromExpress(thrown: unknown): unknown {
  const status = typeof thrown === 'object' && thrown !== null && 'status' in thrown ? Number(thrown.status) : 500;
  if (thrown instanceof Error && thrown.name !== 'Failure' && status >= 400 && status < 500) {
    return status === 404 ? standardFailures.noSuchApi() : standardFailures.badRequest();
  }
  return thrown;
}
