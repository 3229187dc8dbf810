import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenCall } from '../declare/call.ts';
import type { Filter } from '../declare/filter.ts';
import type { Route } from '../routes/route.ts';
import type { OperationObserver, RequestContext } from './request_context.ts';

/** Middleware that answers requests below `/api`, and passes others on. */
export type KernelMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Observes every request: counts, log lines, spans. */
export interface RequestObserver {
  readonly began: () => void;
  /** A request that began is not for the kernel; no answer of it will be observed. */
  readonly passedOn: () => void;
  readonly answered: (context: RequestContext, status: number) => void;
  /** A request failed with something that operators have to look at. */
  readonly failed: (context: RequestContext, thrown: unknown) => void;
  /** Serves the request inside of something, such as a span; called in place of `serve` where it is given. */
  readonly around?: ((context: RequestContext, serve: () => void) => void) | undefined;
}

/** The call of an operation, with the whole request. */
export interface OperationCall extends OpenCall {
  readonly request: RequestContext;
}

/** Runs the operation of a route. */
export type RunOperation = (call: OperationCall) => unknown;

/** What the process around the kernel plugs into requests. Wrappers are called once a route, at boot. */
export interface RequestHooks {
  readonly requests: RequestObserver;
  /** Observes the operations of a module, and may refuse them. */
  readonly observerOf: (module: Pick<Route, 'layer'> & { readonly name: string }) => OperationObserver | undefined;
  /** The operation of a route with everything that stands around it: time limit, span, attribution. */
  readonly wrapOperation: (route: Route) => RunOperation;
  /** The filter of a route with everything that looks at its input. */
  readonly wrapFilter: (route: Route, filter: Filter) => Filter;
  /** The middleware of the kernel with everything that counts its requests. */
  readonly wrapMiddleware: (middleware: KernelMiddleware) => KernelMiddleware;
}
