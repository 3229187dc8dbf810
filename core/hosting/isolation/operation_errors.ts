import { describeThrown } from '../../kernel/http/error_answer.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';
import { stackOf } from '../telemetry/log/error_stack.ts';
import type { Attribution } from './stack_attribution.ts';

/** An internal error of a request, or a missed deadline. */
export interface OperationError extends Pick<RequestContext, 'id' | 'method' | 'route' | 'module'> {
  /** The error; its message may contain secrets. */
  readonly error: Error;
  /** Innermost line of the module, such as `plugins/vip/services/x.ts:12`; undefined if the stack has none. */
  readonly at: string | undefined;
  /** Set for a missed deadline, which has no stack; `at` is then a file, or undefined for middleware. */
  readonly isLate?: true;
}

type Listener = (error: OperationError) => void;

/** Attributes errors to lines of modules, and passes errors of requests to listeners. */
export class OperationErrors {
  readonly #listeners = new Set<Listener>();

  constructor(private readonly attributeStack: (stack: string, coreModule: string) => Attribution | undefined) {}

  /** Calls `listener` with each further error. @returns a function that removes the listener */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Passes an internal error to the listeners. A line of a plugin or of custom in its stack decides the module. */
  threw({ id, method, route, module }: RequestContext, thrown: unknown): void {
    if (this.#listeners.size === 0) return;
    const own = this.#attribute(thrown, module);
    const error = describeThrown(thrown);
    this.report({ id, method, route, module: own?.name ?? module, error, at: own?.at });
  }

  /** Appends the innermost line of a plugin, of custom or of `module` to the text of an error, if the stack has one. */
  withLine(text: string, thrown: unknown, module: string): string {
    const at = this.#attribute(thrown, module)?.at;
    return at === undefined ? text : `${text} (${at})`;
  }

  report(error: OperationError): void {
    for (const listener of this.#listeners) listener(error);
  }

  /** The innermost line of a plugin or of custom, else of `module`. */
  #attribute(thrown: unknown, module: string): Attribution | undefined {
    return this.attributeStack(stackOf(thrown), module);
  }
}
