import { Failure } from '../../kernel/declare/failure.ts';
import { isInstance, isThenable, reasonOf } from '../../kernel/base/thrown.ts';
import type { OperationHook } from '../../kernel/http/request_services.ts';
import type { OperationCall } from '../../kernel/http/request_hooks.ts';
import type { Owner } from '../../kernel/modules/module_context.ts';
import { awaitPart, type RequestPart } from '../telemetry/awaited_parts.ts';
import type { PluginGuard } from './guard.ts';
import { failByPart, isForClient, runBeside } from './part_failures.ts';

/** Module of a hook, and the file that declares the hook. */
export interface HookOwner extends Pick<Owner, 'layer' | 'name'> {
  readonly file: string;
}

/** Attributes errors of an operation hook to its module, and reports them to the circuit breaker of this module. */
export class GuardedHook {
  readonly #before: RequestPart;
  readonly #after: RequestPart;

  constructor(
    private readonly hook: OperationHook,
    private readonly owner: HookOwner,
    private readonly guard: PluginGuard,
  ) {
    const named = (method: string) => ({ ...owner, what: `${method}() of an operation hook of module ${owner.name}` });
    this.#before = named('before');
    this.#after = named('after');
  }

  get hasBefore(): boolean {
    return this.hook.before !== undefined;
  }

  get hasAfter(): boolean {
    return this.hook.after !== undefined;
  }

  /**
   * Runs `before`. Returns a promise only if `before` does.
   * @throws Failure of `before` or of the open breaker, unavailable error of `before`; for any other error an Error
   * that names the module
   */
  before(call: OperationCall): unknown {
    const { request } = call;
    this.#breaker?.admit(request);
    let value: unknown;
    try {
      value = this.hook.before?.(call, {});
    } catch (error) {
      return this.#refused(call, error);
    }
    if (!isThenable(value)) {
      this.#passed(call, value);
      return undefined;
    }
    return awaitPart(request, this.#before, value).then(
      (awaited) => this.#passed(call, awaited),
      (error: unknown) => this.#refused(call, error),
    );
  }

  /**
   * Runs `after`. Returns a promise only if `after` does. An error is logged and counted, not thrown, because the
   * operation has been carried out.
   */
  after(call: OperationCall, result: unknown): unknown {
    return runBeside({
      request: call.request,
      part: this.#after,
      method: 'after',
      run: () => this.hook.after?.(call, result, {}),
      failed: (error) => this.#report(call, error),
    });
  }

  get #breaker() {
    return this.guard.breakers.of(this.owner);
  }

  /** Called when `before` has returned. A returned Failure counts as thrown. */
  #passed({ request }: OperationCall, value: unknown): void {
    this.#breaker?.answered(request);
    if (isInstance(value, Failure)) throw value;
  }

  #refused({ request }: OperationCall, error: unknown): never {
    this.#breaker?.threw(request, error);
    if (isForClient(error)) throw error;
    failByPart(request, this.#before, error);
  }

  #report({ request }: OperationCall, err: unknown): void {
    const { id: reqId, route } = request;
    this.#breaker?.failed(reasonOf(err));
    const problem = 'after() of an operation hook failed; the answer of the operation is sent nevertheless';
    request.logger?.error({ reqId, route, module: this.owner.name, err }, problem);
  }
}
