import { isUnavailable } from '../../kernel/declare/failure.ts';
import type { Logger } from '../../kernel/base/logger.ts';
import { objectWriter } from '../../kernel/declare/object.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import { isThenable } from '../../kernel/base/thrown.ts';
import type { WriteContext } from '../../kernel/base/value_writers.ts';
import { describeThrown, isInternalError } from '../../kernel/http/error_answer.ts';
import type { OperationCall } from '../../kernel/http/request_hooks.ts';
import type { PluginGuard } from './guard.ts';
import { awaitPart, type RequestPart } from '../telemetry/awaited_parts.ts';
import { DEADLINE_MESSAGE } from './operation_deadline.ts';
import { failByPart } from './part_failures.ts';
import type { FieldResolver, FieldValues } from '../../kernel/extensions/guards.ts';
import type { Extension } from '../../kernel/extensions/extended_shapes.ts';

interface ValueParts {
  readonly guard: PluginGuard;
  readonly logger: Logger;
  readonly write: WriteContext;
}

/** Computes the added fields of one extension: limits the time of its resolver, handles errors, converts values. */
export class GuardedFields implements FieldResolver {
  readonly #nulls: object;
  readonly #resolver: string;
  readonly #part: RequestPart;
  readonly #written: (value: object) => object;
  /** Errors for missed deadlines, which the guard has logged already. */
  readonly #late = new WeakSet<object>();

  constructor(
    private readonly extension: Extension,
    private readonly parts: ValueParts,
  ) {
    const { shape, fields } = extension.declared;
    const { layer, name, servicesFile: file } = extension.module;
    const names = Object.keys(fields);
    const write = objectWriter(shape.name, fields);
    this.#nulls = Object.fromEntries(names.map((name) => [name, null]));
    this.#resolver = `the resolver of the added field ${names.join(', ')} of ${shape.name}`;
    this.#part = { layer, name, file, what: `${this.#resolver} of module ${name}` };
    this.#written = (value) => write(value, parts.write);
  }

  /**
   * Returns the values of each object: null for all fields if the breaker refuses or the resolver fails.
   * @throws instead with `onError: 'fail'`: the refusal, a failure, or an Error whose `cause` the resolver threw
   */
  async of(objects: ReadonlySet<object>, call: OperationCall): Promise<FieldValues> {
    const breaker = this.parts.guard.breakers.of(this.extension.module);
    const list = [...objects];
    try {
      breaker?.admit(call.request);
    } catch (refusal) {
      if (this.#fails) throw refusal;
      return this.#allNull(list);
    }
    try {
      const values = this.#valuesOf(await this.#inTime(list, call), list);
      breaker?.answered(call.request);
      return values;
    } catch (error) {
      if (!this.#isLate(error)) breaker?.threw(call.request, error);
      return this.#failed(list, error, call);
    }
  }

  get #fails(): boolean {
    return this.extension.declared.onError === 'fail';
  }

  #allNull(objects: readonly object[]): FieldValues {
    return new Map(objects.map((one) => [one, this.#nulls]));
  }

  #inTime(objects: readonly object[], call: OperationCall): unknown {
    const { guard } = this.parts;
    const value: unknown = this.extension.declared.resolve(objects as never[], call);
    if (!isThenable(value)) return value;
    const { request } = call;
    const settled = guard.deadlines.settle(value, request, {
      late: () => {
        const { id, method, route } = request;
        guard.missedDeadline({ id, method, route, module: this.#part.name }, this.#part, this.#part.what);
        const late = standardFailures.unavailable({ message: DEADLINE_MESSAGE });
        this.#late.add(late);
        return late;
      },
    });
    return awaitPart(request, this.#part, settled);
  }

  /** Converts the result of the resolver. @throws TypeError unless it is a list with one entry for each object */
  #valuesOf(values: unknown, objects: readonly object[]): FieldValues {
    if (Array.isArray(values) && values.length === objects.length)
      return new Map(objects.map((one, index) => [one, this.#written(values[index] as object)]));
    const given = Array.isArray(values) ? `a list of ${values.length}` : `a value of the type ${typeof values}`;
    throw new TypeError(
      `it returned ${given} for ${objects.length} objects; return a list with the values of each object, in their order`,
    );
  }

  #isLate(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.#late.has(error);
  }

  #failed(objects: readonly object[], error: unknown, { request }: OperationCall): FieldValues {
    const { name: module, file } = this.#part;
    const problem = `module ${module}: ${this.#resolver} failed`;
    if (this.#fails) {
      const isIntended = !isInternalError(error) || isUnavailable(error);
      if (!isIntended) failByPart(request, this.#part, error);
      if (this.#isLate(error)) request.module = module;
      throw error;
    }
    if (!this.#isLate(error)) {
      const { id: reqId, route } = request;
      const err = describeThrown(error, file);
      this.parts.logger.error({ reqId, route, module, err }, `${problem}; these fields are null in the answer`);
    }
    return this.#allNull(objects);
  }
}
