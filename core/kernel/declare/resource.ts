import type { Answer, ModeOfAnswer, SourceOfAnswer } from './answer.ts';
import type { DeclaredFailure } from './failure.ts';
import type { InputFields } from './input.ts';
import { httpMapping, isOperation, operations, type ItemOperation, type Operation } from '../base/operations.ts';
import { ownOperations, recordOperation, recordResource } from './resource_records.ts';
import type { Access, OperationRecord, ResourceClass, ResourceRecord } from './resource_records.ts';

/** Options of a resource; `resource` describes each of them. */
export type ResourceOptions<Item extends string = string> = Partial<ResourceRecord> & {
  readonly item?: Item;
  readonly signedIn?: true;
  readonly requires?: string;
  readonly missing?: DeclaredFailure;
};

type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

// oxlint-disable-next-line typescript/no-explicit-any -- a class with any constructor
type AnyClass = abstract new (...services: any[]) => object;

type ParameterOf<Method> = Method extends (call: infer C, ...rest: never[]) => unknown
  ? C extends { params: infer P }
    ? keyof P
    : never
  : never;

/** Parameters that a method uses and the address lacks. */
type ForeignParameter<T, Address extends string, Item extends string> = {
  [O in keyof T & Operation]: Exclude<
    ParameterOf<T[O]>,
    PathParameter<Address> | (O extends ItemOperation ? Item : never)
  >;
}[keyof T & Operation];

interface Checked<T, Address extends string, Item extends string> {
  'a public method that is no operation': Exclude<keyof T, Operation>;
  'a parameter that is not in the path': ForeignParameter<T, Address, Item>;
}

/** `unknown` for a valid class, else an object type that names the error in the compiler's message. */
type Fault<C extends Record<string, unknown>> = {
  [K in keyof C]: [C[K]] extends [never] ? never : K;
}[keyof C] extends never
  ? unknown
  : { [K in keyof C as [C[K]] extends [never] ? never : K]: C[K] };

/**
 * Declares a class as the resource at a literal address. Its methods `search get add update remove` become routes.
 *
 * @param address path below `/api`, parameters in braces: `/item_bank_exercises/{exerciseId}/members`
 * @param options `item`: name of the parameter of one object, by default `id`; `singleton`: there is only one object;
 * `signedIn` or `requires`: access of operations that declare none; `missing`: failure of `get`, `update` and `remove`
 * for an object that does not exist, as in `@fails`;
 * `overrides`: every operation is meant to replace an existing one (implied by `extends`); `final`: reason why no later
 * module may override an operation of the class; `parameters`: descriptions of path parameters; `headers`:
 * descriptions of headers that the operations add to their answers
 */
export function resource<const Address extends `/${string}`, const Item extends string = 'id'>(
  address: Address,
  options: ResourceOptions<Item> = {},
) {
  return <C extends AnyClass>(
    target: C & Fault<Pick<Checked<InstanceType<C>, Address, Item>, keyof Checked<unknown, '/', 'id'>>>,
  ): void => {
    // oxlint-disable-next-line lectern/no-cast-by-unknown -- `Fault` is for the compiler only; the value is a class
    declareResource(target as unknown as ResourceClass, address, options);
  };
}

export function declareResource(target: ResourceClass, address: string, options: ResourceOptions): void {
  const { item = 'id', singleton = false, overrides = false, final, parameters = {}, headers = {} } = options;
  if (final !== undefined && (typeof final !== 'string' || final === ''))
    throw new TypeError(`${address}: "final" is no reason; write final: 'why no later module may override it'.`);
  recordResource(target, { address, item, singleton, overrides, final, parameters, headers });
  for (const operation of operations.filter((one) => Object.hasOwn(target.prototype as object, one)))
    recordShared(target, operation, options);
}

/** Adds what the options of a resource say about all operations to the record of an operation. */
function recordShared(target: ResourceClass, operation: Operation, options: ResourceOptions): void {
  const { access, fails = [] } = ownOperations(target).get(operation) ?? {};
  const { missing, requires: permission, signedIn } = options;
  const shared: Access | undefined = permission ? { kind: 'permission', permission } : signedIn && { kind: 'signedIn' };
  if (!access && shared) recordOperation(target, operation, { access: shared });
  if (missing && httpMapping[operation].onItem) recordOperation(target, operation, { fails: [missing, ...fails] });
}

type OperationDecorator = (prototype: object, operation: Operation, descriptor: PropertyDescriptor) => void;

/** Creates a decorator that adds to the record of an operation. */
function records(change: OperationRecord): OperationDecorator {
  return (prototype, operation) => {
    // The compiler rejects a misspelled operation; this check is for plain JavaScript.
    if (!isOperation(operation)) {
      throw new TypeError(
        `${prototype.constructor.name}.${String(operation)} is no operation; name the method search, get, add, update or remove.`,
      );
    }
    recordOperation(prototype.constructor, operation, change);
  };
}

/** Allows anonymous callers. An override of a closed operation must confirm this by `@open({ weaker: true })`. */
export function open(options: { weaker: true }): OperationDecorator;
export function open(prototype: object, operation: Operation, descriptor: PropertyDescriptor): void;
export function open(...given: AccessArguments) {
  return recordAccess({ kind: 'open' }, given);
}

/**
 * Allows every signed-in caller. The default, but an override inherits the access of the overridden operation. An
 * override of an operation that requires a permission must confirm this by `@signedIn({ weaker: true })`.
 */
export function signedIn(options: { weaker: true }): OperationDecorator;
export function signedIn(prototype: object, operation: Operation, descriptor: PropertyDescriptor): void;
export function signedIn(...given: AccessArguments) {
  return recordAccess({ kind: 'signedIn' }, given);
}

type AccessArguments = [options: { weaker: true }] | Parameters<OperationDecorator>;

function recordAccess(access: Access, given: AccessArguments) {
  if (given.length !== 3) return records({ access, weaker: true });
  records({ access })(...given);
}

/** Allows only callers with `permission`. */
export function requires(permission: string): OperationDecorator {
  return records({ access: { kind: 'permission', permission } });
}

/** Fields that the operation accepts: `add` and `update` read the body, others the query. Undeclared fields are dropped. */
export function accepts(fields: InputFields): OperationDecorator {
  return records({ input: fields });
}

/** Filter of the answer. Required, except for an override, which inherits the filter of the overridden operation. */
export function returns<A extends Answer, M extends ModeOfAnswer<A>>(
  answer: A,
  ...[mode]: [ModeOfAnswer<A>] extends [never] ? [] : [mode: M]
) {
  type Source = SourceOfAnswer<A, M>;
  // oxlint-disable-next-line typescript/no-explicit-any -- a method with any parameter
  return <Method extends (...call: any[]) => Source | Promise<Source>>(
    prototype: object,
    operation: Operation,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    records({ answer, mode })(prototype, operation, descriptor);
  };
}

/**
 * Failures of the operation, for the OpenAPI document; `kind.as({ status })` changes the answer of this endpoint. The
 * name of an event adds all failures of `eventChecks` for this event. Several decorators of one operation add up.
 */
export function fails(...kinds: readonly DeclaredFailure[]): OperationDecorator {
  return (prototype, operation, descriptor) => {
    const below = ownOperations(prototype.constructor).get(operation)?.fails ?? [];
    records({ fails: [...kinds, ...below] })(prototype, operation, descriptor);
  };
}

/** The operation creates an object: the answer is 201, and `Location` ends with the `id` of the result. */
export const creates: OperationDecorator = records({ creates: true });

/**
 * The operation supports `If-Match`: an object is changed only if the revision matches. Pass `call.request.revisions`
 * to the statement that changes the object. Without this decorator, writes with `If-Match` are rejected.
 */
export const revised: OperationDecorator = records({ revised: true });

/**
 * The operation supports `Idempotency-Key`: repeated requests have one effect. Pass `call.request.idempotencyKey` to the
 * code that recognizes repetitions. Without this decorator, the header is ignored.
 */
export const idempotent: OperationDecorator = records({ idempotent: true });

/** Shared caches may store the answer of a read to callers without a credential for this number of seconds. */
export function cached(seconds: number): OperationDecorator {
  return records({ cached: seconds });
}

/** Summary in the OpenAPI document, by default made from the address. Sentences after the first join the description. */
export function summary(text: string): OperationDecorator {
  return records({ summary: text });
}
