import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import { standardFailures } from '../declare/standard_failures.ts';
import type { Conventions, Middleware } from './request_services.ts';
import type { AppParts } from './app_parts.ts';
import { defineClientAddress, trustsIn, type Trusts } from './client_address.ts';
import { Endpoint } from './endpoint.ts';
import { answerOf, describeThrown, isInternalError, fromExpress } from './error_answer.ts';
import { isForKernel, kernelMiddleware } from './kernel_middleware.ts';
import { withoutPublicPath } from './public_path.ts';
import { RequestContext, requestIdOf } from './request_context.ts';
import type { KernelMiddleware } from './request_hooks.ts';
import { buildRouter } from './router.ts';
import { createSender, type Sender } from './sender.ts';

/** An application, with the functions that the server and the reload use. */
export interface AppHandle {
  /** The whole application, which can be mounted in another Express application. */
  readonly app: Express;
  /** Request listener for a server. Without middleware before the API, `/api...` reaches the kernel before Express. */
  readonly listener: RequestListener;
  /** Adds middleware before the API, in front of the middleware of modules. */
  use(...handlers: RequestHandler[]): void;
  readonly sender: () => Sender;
  readonly trusts: Trusts;
  /** Replaces the parts for later requests; endpoints that run finish with the former parts. */
  exchange(parts: AppParts): void;
}

/** Parts compiled from the modules. A reload replaces them as a whole. */
interface CompiledParts {
  /** Router with the middleware of modules; undefined if no module contributes middleware. */
  readonly middleware: Router | undefined;
  readonly kernel: KernelMiddleware;
  readonly pages: RequestHandler;
  readonly sender: Sender;
  readonly errors: Conventions['errorConversion'];
}

/**
 * Builds the Express application: middleware of the embedding program and of modules, the kernel's middleware, pages,
 * one error handler.
 */
export function createApp(parts: AppParts): AppHandle {
  let compiled = compileParts(parts);
  const trusts = trustsIn(parts.config.http.trustedProxies);
  const app = express().disable('x-powered-by').disable('etag').set('trust proxy', trusts);
  defineClientAddress(app.request, trusts);
  const kernel: KernelMiddleware = (request, response, next) => {
    compiled.kernel(request, response, next);
  };
  const outer = express.Router();
  let isDirect = true;
  if (parts.publicPath !== '') app.use(removePublicPath(parts.publicPath));
  app.use(outer, (request, response, next) => {
    if (!compiled.middleware) {
      next();
      return;
    }
    defineClientAddress(request, trusts);
    void compiled.middleware(request, response, next);
  });
  app.use(kernel as RequestHandler);
  app.use((request, response, next) => {
    void compiled.pages(request, response, next);
  });
  app.use(failNotFound);
  app.use(errorHandler(parts, () => compiled));
  const rest: RequestListener = (request, response) => void app(request, response);
  const listener: RequestListener = (request, response) => {
    if (isDirect && !compiled.middleware && isForKernel(request))
      compiled.kernel(request, response, () => rest(request, response));
    else rest(request, response);
  };
  const exchange = (next: AppParts) => {
    compiled = compileParts(next);
  };
  const use = (...handlers: RequestHandler[]) => {
    outer.use(...handlers);
    isDirect = false;
  };
  return { app, listener, use, sender: () => compiled.sender, trusts, exchange };
}

/** Removes the public path, unless an embedding application has shortened the URL. */
function removePublicPath(publicPath: string): RequestHandler {
  return (request, _response, next) => {
    if (request.originalUrl === request.url) request.url = withoutPublicPath(publicPath, request.url);
    next();
  };
}

function compileParts(parts: AppParts): CompiledParts {
  const { config, logger, routes, conventions, challenges, vary, hooks, publicPath } = parts;
  const { headers: always, requests } = hooks;
  const sender = hooks.wrapSender(createSender({ always, challenges, vary, done: requests.answered }));
  const shared = { ...parts, sender };
  const router = buildRouter(routes, (route) => hooks.wrapEndpoint(new Endpoint(route, shared)));
  const errors = conventions.errorConversion;
  const kernel = kernelMiddleware({ router, sender, logger, errors, hooks, limits: config.http, publicPath });
  const pages = express.Router({ caseSensitive: true, strict: true });
  parts.pages(pages);
  const middleware = middlewareOf(parts.middleware.map(hooks.wrapContributed));
  return { kernel: hooks.wrapMiddleware(kernel, router), middleware, pages, sender, errors };
}

function middlewareOf(list: readonly Middleware['handle'][]): Router | undefined {
  if (list.length === 0) return undefined;
  const router = express.Router();
  for (const handle of list) router.use((request, response, next) => handle(request, response, next));
  return router;
}

const failNotFound: RequestHandler = () => {
  throw standardFailures.noSuchApi();
};

/** Express recognizes an error handler by its four parameters. */
function errorHandler({ logger, hooks }: AppParts, compiled: () => CompiledParts): ErrorRequestHandler {
  // oxlint-disable-next-line max-params -- Express counts them
  return (thrown: unknown, request, response, _next) => {
    const id = (response.getHeader('X-Request-Id') as string | undefined) ?? requestIdOf(request);
    const context = new RequestContext(request, response, id);
    // Begins a new observation: the request failed before the kernel, or `passedOn` has ended the first observation.
    hooks.requests.began();
    const { sender, errors } = compiled();
    const failure = errors.convert(fromExpress(thrown));
    const module = hooks.failedMiddleware(request);
    context.module = module ?? '';
    if (isInternalError(failure))
      logger.error({ reqId: context.id, module, err: describeThrown(failure) }, 'the request failed');
    sender.error(context, answerOf(failure));
  };
}
