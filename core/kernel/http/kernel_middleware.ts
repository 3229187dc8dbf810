import type { IncomingMessage } from 'node:http';
import { Failure, sharedFailure } from '../declare/failure.ts';
import type { Logger } from '../base/logger.ts';
import { standardFailures } from '../declare/standard_failures.ts';
import type { ErrorConversion } from './request_services.ts';
import type { AppParts } from './app_parts.ts';
import { answerOf, describeThrown, isInternalError } from './error_answer.ts';
import { RequestContext, requestIdOf } from './request_context.ts';
import { withoutPublicPath } from './public_path.ts';
import { originForm, refuseUnsafe, type HeadLimits } from './request_checks.ts';
import type { CompiledRoute, KernelMiddleware, RequestHooks } from './request_hooks.ts';
import { pathParameters, type Match, type Router } from './router.ts';
import type { Sender } from './sender.ts';
import type { ApiVersions } from './api_version.ts';

export interface KernelMiddlewareParts {
  readonly router: Router<CompiledRoute>;
  readonly sender: Sender;
  readonly logger: Logger;
  readonly errors: ErrorConversion;
  readonly hooks: RequestHooks;
  readonly unrouted: AppParts['unrouted'];
  readonly limits: HeadLimits & { readonly passUnknown: boolean };
  readonly publicPath: string;
  readonly versions: ApiVersions;
}

/** Creates the middleware that answers API requests and refuses malformed requests; other requests go to `next`. */
export function kernelMiddleware(parts: KernelMiddlewareParts): KernelMiddleware {
  const { requests } = parts.hooks;
  return (request, response, next) => {
    const context = new RequestContext(request, response, requestIdOf(request));
    context.logger = parts.logger;
    context.publicPath = parts.publicPath;
    context.versions = parts.versions;
    requests.began();
    try {
      refuseUnsafe(request, parts.limits);
      if (!context.url.startsWith('/')) request.url = withoutPublicPath(parts.publicPath, originForm(request));
      if (!api.test(context.url)) {
        passOn(parts, context, next);
        return;
      }
    } catch (error) {
      fail(parts, context, error);
      return;
    }
    if (requests.around) requests.around(context, () => serve(parts, context, next));
    else serve(parts, context, next);
  };
}

function passOn({ hooks }: KernelMiddlewareParts, { id, response }: RequestContext, next: () => void): void {
  // Answers of pages and of the error handler carry the id of this context.
  response.setHeader('X-Request-Id', id);
  hooks.requests.passedOn();
  next();
}

/** Whether a request may be for the API: a quick test before the exact one of the middleware. */
export function isForKernel({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/api');
}

// Exact test for requests to the API. The OpenAPI document is a page, although its path is below `/api`.
const api = /^\/api(?:\/(?!openapi\.json(?:\?|$))|\?|$)/;

/** Finds the endpoint of a request, checks the version, calls the endpoint. Answers refusals and thrown errors. */
function serve(parts: KernelMiddlewareParts, context: RequestContext, next: () => void): void {
  try {
    const match = find(parts.router, context.path);
    if (!match) {
      serveElsewhere(parts, context, next);
      return;
    }
    const endpoint = match.place.entries.get(context.method);
    if (!endpoint) {
      answerOtherMethod(parts, context, match.place.allow);
      return;
    }
    context.route = endpoint.route.address;
    context.module = endpoint.route.module;
    context.fails = endpoint.route.fails;
    if (!context.version.isSupported) throw parts.versions.unknown();
    const outcome = endpoint.answer(context, pathParameters(endpoint.route, match.values));
    if (outcome instanceof Failure) fail(parts, context, outcome);
    else
      outcome?.then(
        (refusal) => refusal && fail(parts, context, refusal),
        (error: unknown) => fail(parts, context, error),
      );
  } catch (error) {
    fail(parts, context, error);
  }
}

// One failure for all unknown addresses, since scanners send many such requests.
const noSuchApi = sharedFailure(standardFailures.noSuchApi());

/** Answers a path without a route: as a mount, as the hook `unrouted` of hosting says, else with 404 or by `next`. */
function serveElsewhere(parts: KernelMiddlewareParts, context: RequestContext, next: () => void): void {
  const unrouted = parts.unrouted(context.path);
  if (unrouted) unrouted.answer(context, { sender: parts.sender, fail: (thrown) => fail(parts, context, thrown) });
  else if (parts.limits.passUnknown) passOn(parts, context, next);
  else fail(parts, context, noSuchApi);
}

function find(router: Router<CompiledRoute>, path: string): Match<CompiledRoute> | undefined {
  try {
    return router.find(path);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw standardFailures.badRequest({ message: error.message });
  }
}

function answerOtherMethod({ sender }: KernelMiddlewareParts, context: RequestContext, allow: string): void {
  if (context.method !== 'OPTIONS') throw standardFailures.methodNotAllowed({ headers: { Allow: allow } });
  sender.empty(context, 204, ['Allow', allow]);
}

/** Answers a thrown value: converts the value to a failure, notifies the breaker, logs internal errors. */
function fail(parts: KernelMiddlewareParts, context: RequestContext, thrown: unknown): void {
  try {
    const failure = parts.errors.convert(thrown);
    context.breaker?.threw(context, failure);
    if (isInternalError(failure)) {
      report(parts, context, failure);
      parts.hooks.requests.failed(context, failure);
    }
    parts.sender.error(context, answerOf(failure, context.fails));
  } catch (error) {
    // The error conversion threw, or the failure cannot be sent, because a header has a line break, for example.
    report(parts, context, error);
    parts.sender.error(context, answerOf(describeThrown(error)));
  }
}

function report({ logger, router }: KernelMiddlewareParts, context: RequestContext, thrown: unknown): void {
  const { id: reqId, route, module } = context;
  logger.error({ reqId, route, module, err: describeThrown(thrown, fileOf(router, context)) }, 'the request failed');
}

/** File of the route. Looks up the route again, because only requests with an error need the file. */
function fileOf(router: Router<CompiledRoute>, { path, method, route }: RequestContext): string | undefined {
  return route === '' ? undefined : router.find(path)?.place.entries.get(method)?.route.file;
}
