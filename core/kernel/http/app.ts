import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import type { Config } from '../base/config_schema.ts';
import { standardFailures } from '../declare/standard_failures.ts';
import type { Middleware } from './request_services.ts';
import type { AppParts, EndpointParts } from './app_parts.ts';
import { defineClientAddress, trustsIn, type Trusts } from './client_address.ts';
import { Endpoint } from './endpoint.ts';
import { answerOf, describeThrown, errorWriter, isInternalError, fromExpress } from './error_answer.ts';
import { isForKernel, kernelMiddleware } from './kernel_middleware.ts';
import { publicPathOf, withoutPublicPath } from './public_path.ts';
import { RequestContext, requestIdOf } from './request_context.ts';
import type { CompiledRoute, KernelMiddleware } from './request_hooks.ts';
import { buildRouter } from './router.ts';
import { createSender, type Sender } from './sender.ts';

/** An Express application, also typed as middleware of servers without Express: Fastify, or `http.createServer`. */
export type KernelApp = Express &
  ((request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void);

/** An application, with the functions that the server uses. */
export interface AppHandle {
  /** The whole application, which can be mounted in another one. */
  readonly app: KernelApp;
  /** Request listener for a server. Without middleware before the API, `/api...` reaches the kernel before Express. */
  readonly listener: RequestListener;
  /** Adds middleware before the API, in front of the middleware of modules. */
  use(...handlers: RequestHandler[]): void;
  readonly sender: () => Sender;
  readonly trusts: Trusts;
}

/** Parts of an application that are compiled from the modules. */
export interface CompiledApp {
  /** Router with the middleware of modules; undefined if no module contributes middleware. */
  readonly middleware: Router | undefined;
  readonly kernel: KernelMiddleware;
  readonly pages: RequestHandler;
  readonly sender: Sender;
  readonly fail: ErrorRequestHandler;
}

/**
 * Builds the Express application: middleware of the embedding program and of modules, the kernel's middleware, pages,
 * one error handler.
 * @param compiled returns the compiled parts, asked for each request: a plugin may fail at the start and drop out
 */
export function createApp({ http }: Config, compiled: () => CompiledApp): AppHandle {
  const trusts = trustsIn(http.trustedProxies);
  const app = express().disable('x-powered-by').disable('etag').set('trust proxy', trusts) as KernelApp;
  defineClientAddress(app.request, trusts);
  const outer = express.Router();
  let isDirect = true;
  const publicPath = publicPathOf(http.publicUrl);
  if (publicPath !== '') app.use(removePublicPath(publicPath));
  app.use(outer, (request, response, next) => {
    const { middleware } = compiled();
    if (middleware) {
      defineClientAddress(request, trusts);
      void middleware(request, response, next);
    } else next();
  });
  app.use(((request, response, next) =>
    compiled().kernel(request, response, next)) as KernelMiddleware as RequestHandler);
  const { passUnknown } = http;
  app.use((request, response, next) => {
    const { pages } = compiled();
    pages(request, response, passUnknown ? withoutHeadersOfPages(response, next) : next);
  });
  app.use(passUnknown ? passOn : failNotFound);
  // oxlint-disable-next-line max-params -- Express recognizes an error handler by its four parameters
  app.use((thrown: unknown, request: Request, response: Response, next: NextFunction) => {
    compiled().fail(thrown, request, response, next);
  });
  const rest = passUnknown ? withLastAnswer(app, compiled) : app;
  const listener: RequestListener = (request, response) => {
    const { middleware, kernel } = compiled();
    if (isDirect && !middleware && isForKernel(request)) kernel(request, response, () => rest(request, response));
    else rest(request, response);
  };
  const use = (...handlers: RequestHandler[]) => {
    outer.use(...handlers);
    isDirect = false;
  };
  return { app, listener, use, sender: () => compiled().sender, trusts };
}

/** Answers unknown addresses that an application passes on although no other application surrounds it. */
function withLastAnswer(app: KernelApp, compiled: () => CompiledApp): RequestListener {
  const last = (request: Request, response: Response) => (error?: unknown) => {
    compiled().fail(error ?? standardFailures.noSuchApi(), request, response, () => undefined);
  };
  return (request, response) => app(request, response, last(request as Request, response as Response));
}

/** Removes the public path, unless an embedding application has shortened the URL. */
function removePublicPath(publicPath: string): RequestHandler {
  return (request, _response, next) => {
    if (request.originalUrl === request.url) request.url = withoutPublicPath(publicPath, request.url);
    next();
  };
}

/** Compiles the endpoints, the middleware and the pages of the modules. */
export function compileApp(parts: AppParts): CompiledApp {
  const { config, logger, routes, conventions, challenges, vary, hooks, publicPath, unrouted, versions } = parts;
  const writeError = errorWriter(conventions.errorBodies, logger);
  const { headers, requests } = hooks;
  const answering = { versions, headers, challenges, vary, writeError, done: requests.answered };
  const sender = hooks.wrapSender(createSender(answering));
  const shared = { ...parts, sender };
  const router = buildRouter(routes, (route) => hooks.wrapEndpoint(compiledRoute(route, shared)));
  const errors = conventions.errorConversion;
  const own = { router, sender, logger, errors, hooks, unrouted, limits: config.http, publicPath, versions };
  const kernel = kernelMiddleware(own);
  const pages = express.Router({ caseSensitive: true, strict: true });
  parts.pages(pages);
  const middleware = middlewareOf(parts.middleware.map(hooks.wrapContributed));
  const fail = errorHandler(parts, sender);
  return { kernel: hooks.wrapMiddleware(kernel, router), middleware, pages, sender, fail };
}

/** Compiles a route to one endpoint, and to a further one for each version of the API in which the route differs. */
function compiledRoute(route: AppParts['routes'][number], parts: EndpointParts): CompiledRoute {
  if (!route.former) return new Endpoint(route, parts);
  const run = parts.operationOf(route);
  const newest = new Endpoint(route, { ...parts, operationOf: () => run });
  // Fields that only older versions lack are not withheld by mistake, so the filters of older versions are not watched.
  const hooks: AppParts['hooks'] = { ...parts.hooks, wrapFilter: (_route, filter) => filter };
  const ofVersion = { ...parts, operationOf: () => run, hooks };
  const former = new Map(
    [...route.former].map(([version, other]) => [version, new Endpoint({ ...route, ...other }, ofVersion)]),
  );
  return {
    route,
    answer: (context, params) => (former.get(context.version.number) ?? newest).answer(context, params),
  };
}

function middlewareOf(list: readonly Middleware['handle'][]): Router | undefined {
  if (list.length === 0) return undefined;
  const router = express.Router();
  for (const handle of list) router.use((request, response, next) => handle(request, response, next));
  return router;
}

/** Returns `next` for a request that no page answers: removes the headers that pages have, and restores earlier ones. */
function withoutHeadersOfPages(response: Response, next: NextFunction): NextFunction {
  const before = Object.entries({ ...response.getHeaders() });
  return (error?: unknown) => {
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    for (const [name, value] of before) if (value !== undefined) response.setHeader(name, value);
    next(error);
  };
}

/** Passes a request on with the URL that it came with. */
const passOn: RequestHandler = (request, _response, next) => {
  if (request.baseUrl === '') request.url = request.originalUrl;
  next();
};

const failNotFound: RequestHandler = () => {
  throw standardFailures.noSuchApi();
};

function errorHandler({ logger, hooks, conventions }: AppParts, sender: Sender): ErrorRequestHandler {
  return (thrown: unknown, request, response) => {
    const id = (response.getHeader('X-Request-Id') as string | undefined) ?? requestIdOf(request);
    const context = new RequestContext(request, response, id);
    // Begins a new observation: the request failed before the kernel, or `passedOn` has ended the first observation.
    hooks.requests.began();
    const failure = conventions.errorConversion.convert(fromExpress(thrown));
    const module = hooks.failedMiddleware(request);
    context.module = module ?? '';
    if (isInternalError(failure))
      logger.error({ reqId: context.id, module, err: describeThrown(failure) }, 'the request failed');
    sender.error(context, answerOf(failure));
  };
}
