import type { Answer, ModeOfAnswer, SourceOfAnswer } from './answer.ts';
import type { FailureKind, RestatedFailure } from './failure.ts';
import type { InputFields } from './input.ts';
import { isOperation, type ItemOperation, type Operation } from './operations.ts';
import { ownOperations, recordOperation, recordResource, recordUse } from './records.ts';
import type { OperationRecord, ResourceClass, ResourceRecord } from './records.ts';
import type { ServiceName, Services } from './services.ts';

/** How a resource departs from `/resources` and `/resources/{id}`. */
export type ResourceOptions<Item extends string = string> = Partial<ResourceRecord> & { readonly item?: Item };

type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a class of whatever constructor
type AnyClass = abstract new (...services: any[]) => object;

type ParameterOf<Method> = Method extends (call: infer C, ...rest: never[]) => unknown
  ? C extends { params: infer P }
    ? keyof P
    : never
  : never;

/** Parameters that a method asks for and the address does not have. */
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

/** `unknown` where nothing is wrong, else an object type that names the mistake in the compiler's message. */
type Fault<C extends Record<string, unknown>> = {
  [K in keyof C]: [C[K]] extends [never] ? never : K;
}[keyof C] extends never
  ? unknown
  : { [K in keyof C as [C[K]] extends [never] ? never : K]: C[K] };

/**
 * Declares a class as the resource at a literal address. Its methods `search get add update remove` become routes.
 *
 * @param address path below `/api`, parameters in braces: `/item_bank_exercises/{exerciseId}/members`
 * @param options `item`: name of the parameter of one object (`id`); `singleton`: there is only one object;
 * `overrides`: every operation is meant to replace an existing one (implied by `extends`)
 */
export function resource<const Address extends `/${string}`, const Item extends string = 'id'>(
  address: Address,
  options: ResourceOptions<Item> = {},
) {
  return <C extends AnyClass>(
    target: C & Fault<Pick<Checked<InstanceType<C>, Address, Item>, keyof Checked<unknown, '/', 'id'>>>,
  ): void => {
    // eslint-disable-next-line no-restricted-syntax -- `Fault` was for the compiler; what is left is a class
    declareResource(target as unknown as ResourceClass, address, options);
  };
}

/** Records a resource class. */
export function declareResource(target: ResourceClass, address: string, options: ResourceOptions): void {
  const { item = 'id', singleton = false, overrides = false } = options;
  recordResource(target, { address, item, singleton, overrides });
}

/** Asks for a service by name; name and parameter type are checked by the compiler. */
export function use<N extends ServiceName>(name: N) {
  return <C extends AnyClass, I extends number>(
    target: C & (Services[N] extends ConstructorParameters<C>[I] ? unknown : { 'the service is a': Services[N] }),
    _key: undefined,
    index: I,
  ): void => {
    recordUse(target, index, name);
  };
}

type OperationDecorator = (prototype: object, operation: Operation, descriptor: PropertyDescriptor) => void;

/** Writes a part of an operation's record. */
function records(change: OperationRecord): OperationDecorator {
  return (prototype, operation) => {
    // The compiler refuses a misspelled operation; plain JavaScript learns of it here.
    if (!isOperation(operation)) {
      throw new TypeError(
        `${prototype.constructor.name}.${String(operation)} is declared as an operation; operations are search, get, add, update, remove.`,
      );
    }
    recordOperation(prototype.constructor, operation, change);
  };
}

/** Anyone may call the operation. */
export function open(options: { weaker: true }): OperationDecorator;
export function open(prototype: object, operation: Operation, descriptor: PropertyDescriptor): void;
export function open(first: object, operation?: Operation, descriptor?: PropertyDescriptor) {
  if (operation === undefined || descriptor === undefined) {
    return records({ access: { kind: 'open' }, weaker: true });
  }
  records({ access: { kind: 'open' } })(first, operation, descriptor);
}

/** Whoever has signed in may call the operation; the default, to be said where an override closes what was open. */
export const signedIn: OperationDecorator = records({ access: { kind: 'signedIn' } });

/** Who holds `permission` may call the operation. */
export function requires(permission: string, { weaker = false } = {}): OperationDecorator {
  return records({ access: { kind: 'permission', permission }, ...(weaker && { weaker }) });
}

/** The fields that the operation accepts, from the query (search, get) or the body; others are dropped. */
export function accepts(fields: InputFields): OperationDecorator {
  return records({ input: fields });
}

/** The filter of the answer: without one there is no route. */
export function returns<A extends Answer, M extends ModeOfAnswer<A>>(
  answer: A,
  ...[mode]: [ModeOfAnswer<A>] extends [never] ? [] : [mode: M]
) {
  type Source = SourceOfAnswer<A, M>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a method of whatever call
  return <Method extends (...call: any[]) => Source | Promise<Source>>(
    prototype: object,
    operation: Operation,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    records({ answer, mode })(prototype, operation, descriptor);
  };
}

/**
 * Failures of the operation, for the document; `kind.as({ status })` also changes how this endpoint answers it. Several
 * of one operation add up.
 */
export function fails(...kinds: readonly (FailureKind | RestatedFailure)[]): OperationDecorator {
  return (prototype, operation, descriptor) => {
    const below = ownOperations(prototype.constructor).get(operation)?.fails ?? [];
    records({ fails: [...kinds, ...below] })(prototype, operation, descriptor);
  };
}

/** The operation makes a new object: it is answered with 201 and the address of the object, made of its `id`. */
export const creates: OperationDecorator = records({ creates: true });

/**
 * The operation changes an object only if it still is what the client has seen, when the client says so with `If-Match`:
 * hand `call.request.revisions` to the statement that changes it. Elsewhere such a request is refused.
 */
export const revised: OperationDecorator = records({ revised: true });

/**
 * The operation does one thing for one `Idempotency-Key`, however often the request is sent: hand
 * `call.request.idempotencyKey` to what makes sure of that. Elsewhere the header means nothing.
 */
export const idempotent: OperationDecorator = records({ idempotent: true });

/** Caches on the way may keep the answer to callers without a credential for some seconds. */
export function cached(seconds: number): OperationDecorator {
  return records({ cached: seconds });
}

/** A line for the document, where the operation's name does not say enough. */
export function summary(text: string): OperationDecorator {
  return records({ summary: text });
}
