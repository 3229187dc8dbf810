import type { IncomingMessage } from 'node:http';
import { contributorOf, type Assembly } from '../../kernel/routes/assembly.ts';
import { isThenable } from '../../kernel/base/thrown.ts';
import type { Middleware } from '../../kernel/http/request_services.ts';
import { requestIdOf } from '../../kernel/http/request_context.ts';
import { runOutside, type Owner } from '../../kernel/modules/module_context.ts';
import { contentSecurity, protectHtml, refuseUnsafeSources } from '../../kernel/extensions/content_security.ts';
import { missedDeadline, type PendingOperation } from './deadlines.ts';
import type { PluginGuard } from './guard.ts';

type Handle = Middleware['handle'];
type Owned = Pick<Owner, 'layer' | 'name'>;

/** Names of modules by the requests on which their middleware failed. */
const failedOn = new WeakMap<IncomingMessage, string>();

export function failedMiddleware(request: IncomingMessage): string | undefined {
  return failedOn.get(request);
}

/** Refuses middleware with an unsafe policy for its HTML. @throws ModuleFault */
export function refuseUnsafeMiddleware(assembly: Assembly): void {
  for (const one of assembly.registry.contributions.of('middleware'))
    refuseUnsafeSources(one.contentSecurity, { module: contributorOf(one, assembly), what: 'the middleware' });
}

/**
 * Wraps middleware of a module: attributes errors to the module, and ends the wait at the deadline. HTML answers get
 * the policy of the middleware, unless later code sets a policy.
 */
export function isolateMiddleware(middleware: Middleware, module: Owned, guard: PluginGuard): Handle {
  const policy = contentSecurity(middleware.contentSecurity);
  return (request, response, next) => {
    protectHtml(response, policy);
    new Passage({ request, response, next }, module, guard).run(middleware);
  };
}

interface Given {
  readonly request: Parameters<Handle>[0];
  readonly response: Parameters<Handle>[1];
  readonly next: Parameters<Handle>[2];
}

/** A request in middleware of a module, until the middleware calls `next` or answers. */
class Passage {
  #isOver = false;
  #pending: PendingOperation | undefined;

  constructor(
    private readonly given: Given,
    private readonly module: Owned,
    private readonly guard: PluginGuard,
  ) {}

  run(middleware: Middleware): void {
    const { request, response } = this.given;
    try {
      const result = middleware.handle(request, response, this.#pass);
      if (isThenable(result)) Promise.resolve(result).catch(this.#fail);
    } catch (thrown) {
      this.#fail(thrown);
    }
    if (this.#isOver || response.writableEnded) return;
    this.#pending = this.guard.deadlines.begin(this.#giveUp);
    response.once('close', this.#end);
  }

  readonly #end = () => this.guard.deadlines.end(this.#pending);

  readonly #pass = (error?: unknown): void => {
    const { request, response, next } = this.given;
    if (this.#isOver || !this.#end()) return;
    this.#isOver = true;
    response.off('close', this.#end);
    if (isError(error)) failedOn.set(request, this.module.name);
    runOutside(() => next(error));
  };

  readonly #fail = (thrown: unknown): void => {
    // After `next`, Express handles a thrown error, and a rejection of the returned promise is unhandled.
    if (this.#isOver) throw thrown;
    this.#pass(thrown || new Error('the middleware threw an empty value; throw an Error'));
  };

  readonly #giveUp = (): void => {
    const { request, response, next } = this.given;
    // Middleware that has begun to answer is not stuck.
    if (response.headersSent) return;
    const id = requestIdOf(request);
    response.setHeader('X-Request-Id', id);
    failedOn.set(request, this.module.name);
    this.guard.missedDeadline({ id, method: request.method ?? '' }, { ...this.module, what: 'the middleware' });
    next(missedDeadline);
  };
}

/** Whether `next` received an error. Express takes the texts `route` and `router` for routing instructions. */
function isError(error: unknown): boolean {
  return Boolean(error) && error !== 'route' && error !== 'router';
}
