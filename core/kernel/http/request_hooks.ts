import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenCall } from '../declare/call.ts';
import type { Failure } from '../declare/failure.ts';
import type { Filter } from '../compile/response_filter.ts';
import type { Route } from '../routes/route.ts';
import type { Middleware } from './request_services.ts';
import type { CircuitBreaker, RequestContext } from './request_context.ts';
import type { Router } from './router.ts';
import type { Sender } from './sender.ts';
import type { ReportUnknown } from './strict_handling.ts';

/** Middleware that answers API requests and refuses malformed requests; other requests go to `next`. */
export type KernelMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Observes requests, for counts, log lines and spans. */
export interface RequestObserver {
  readonly began: () => void;
  /** Called when a request that has begun is not for the API; its observation ends. */
  readonly passedOn: () => void;
  readonly answered: (context: RequestContext, status: number) => void;
  /** Called with an internal error of an API request, as defined by `isInternalError`. */
  readonly failed: (context: RequestContext, thrown: unknown) => void;
  /** Called with fields that routes drop; undefined unless they are logged. */
  readonly droppedInput?: ReportUnknown | undefined;
  /** Runs `serve` inside a context such as a span; if undefined, the kernel calls `serve` directly. */
  readonly around?: ((context: RequestContext, serve: () => void) => void) | undefined;
}

/** The call of an operation, with the whole request context. */
export interface OperationCall extends OpenCall {
  readonly request: RequestContext;
}

export type RunOperation = (call: OperationCall) => unknown;

/** Failure that the kernel still has to send; undefined when the endpoint has answered the request itself. */
export type Refusal = Failure | undefined;

/** A route compiled to answer requests. */
export interface CompiledRoute {
  readonly route: Route;
  /** @throws other errors of the request, also as a rejection, such as of the credential or the operation */
  answer(context: RequestContext, params: Readonly<Record<string, string>>): Refusal | Promise<Refusal>;
}

/** Ways to answer a request without an endpoint. */
export interface Respond {
  readonly sender: Sender;
  readonly fail: (thrown: unknown) => void;
}

/** Answers requests at paths without a route, such as those of a mount. */
export interface UnroutedHandler {
  answer(context: RequestContext, respond: Respond): void;
}

/** Request hooks that hosting passes to the kernel. Wrappers are called when endpoints are compiled. */
export interface RequestHooks {
  /** Headers of every answer in a version of the API, as alternating names and values. */
  readonly headers: (version: number) => readonly string[];
  readonly requests: RequestObserver;
  /** Circuit breaker of a module; undefined for core, and if breakers are disabled. */
  readonly breakerOf: (module: Pick<Route, 'layer'> & { readonly name: string }) => CircuitBreaker | undefined;
  /** Wraps `run` of a route by deadline and measurement; `operationsOf` in extensions/extend_routes.ts adds the rest. */
  readonly wrapOperation: (route: Route) => RunOperation;
  /** Wraps the filter of a route, to inspect the results of the operation. */
  readonly wrapFilter: (route: Route, filter: Filter) => Filter;
  /** Wraps the sender, to compress answers. */
  readonly wrapSender: (sender: Sender) => Sender;
  /** Wraps an endpoint, to add headers to its answers. */
  readonly wrapEndpoint: (endpoint: CompiledRoute) => CompiledRoute;
  /** Wraps middleware of a module, to limit its time and to attribute its errors. */
  readonly wrapContributed: (middleware: Middleware) => Middleware['handle'];
  /** Name of the module whose middleware failed on a request; undefined for other requests. */
  readonly failedMiddleware: (request: IncomingMessage) => string | undefined;
  /** Wraps the kernel's middleware: counts its requests, adds CORS headers. */
  readonly wrapMiddleware: (middleware: KernelMiddleware, router: Router<CompiledRoute>) => KernelMiddleware;
  /**
   * Finds the handler of a path without a route, such as the address of a failed plugin.
   * @param mount the handler of the mount at the path, which the hook may wrap
   */
  readonly unrouted: (path: string, mount: UnroutedHandler | undefined) => UnroutedHandler | undefined;
}
