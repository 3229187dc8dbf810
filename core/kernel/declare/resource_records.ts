import type { Answer } from './answer.ts';
import type { DeclaredFailure } from './failure.ts';
import { canonOf } from '../base/addresses.ts';
import type { InputFields } from './input.ts';
import type { Operation } from '../base/operations.ts';

export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'permission'; readonly permission: string };

/** Declaration of an operation; absent properties are inherited or have defaults. Only `answer` has no default. */
export interface OperationRecord {
  access?: Access;
  /** Confirms that `access` is weaker than that of the overridden operation. */
  weaker?: boolean;
  input?: InputFields;
  answer?: Answer;
  /** Mode of `answer`; undefined for answers without modes. */
  mode?: string | undefined;
  fails?: readonly DeclaredFailure[];
  summary?: string;
  /** The operation creates an object: the answer is 201 with the address of the object in `Location`. */
  creates?: boolean;
  /** The operation evaluates `call.request.revisions`. */
  revised?: boolean;
  /** The operation evaluates `call.request.idempotencyKey`. */
  idempotent?: boolean;
  /** Seconds for which shared caches may store the answer to a caller without a credential. */
  cached?: number;
}

export interface ResourceRecord {
  readonly address: string;
  /** Name of the parameter that identifies one object. */
  readonly item: string;
  /** There is only one object, so `get`, `update` and `remove` use the address itself. */
  readonly singleton: boolean;
  /** Every operation is meant to override an existing one; the start logs a remark for each that does not. */
  readonly overrides: boolean;
  /** Reason why no later module may override the operations of the class. */
  readonly final?: string | undefined;
  /** Path parameters, for the OpenAPI document: their descriptions, and their values if a service lists them. */
  readonly parameters: InputFields;
  /** Headers that operations of the class add to their answers, for the OpenAPI document: name to description. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A class that the kernel can construct. */
export type ResourceClass = new () => object;

// Keyed weakly by class, so that records do not keep replaced classes in memory.
const resources = new WeakMap<object, ResourceRecord>();
const operations = new WeakMap<object, Map<Operation, OperationRecord>>();

export function recordResource(target: object, record: ResourceRecord): void {
  resources.set(target, record);
}

/** The record of the class itself, without its parents. */
export function resourceRecord(target: object): ResourceRecord | undefined {
  return resources.get(target);
}

export function recordOperation(target: object, operation: Operation, change: OperationRecord): void {
  const known = ownOperations(target);
  known.set(operation, { ...known.get(operation), ...change });
  operations.set(target, known);
}

/** Record of an operation merged from several classes; properties of the first class take precedence. */
export function operationRecord(classes: readonly object[], operation: Operation): OperationRecord {
  const records = classes.map((one) => ownOperations(one).get(operation));
  return Object.assign({}, ...records.reverse()) as OperationRecord;
}

/** Records of the operations of the class itself, without its parents. */
export function ownOperations(target: object): Map<Operation, OperationRecord> {
  return operations.get(target) ?? new Map<Operation, OperationRecord>();
}

/** Whether the class itself has the method or a decorator of the operation, not only a parent. */
export function isOwnOperation(target: { readonly prototype: object }, operation: Operation): boolean {
  return Object.hasOwn(target.prototype, operation) || ownOperations(target).has(operation);
}

export function parentOf(target: object): ResourceClass | undefined {
  const parent = Object.getPrototypeOf(target) as ResourceClass | null;
  return parent === null || parent === Function.prototype ? undefined : parent;
}

/** A class and its parents, the nearest first. */
export function lineageOf(target: ResourceClass): ResourceClass[] {
  const parent = parentOf(target);
  return parent ? [target, ...lineageOf(parent)] : [target];
}

/** A class and its parents, up to the first parent that is a resource at the same address, which is left out. */
export function ownClasses(target: ResourceClass): ResourceClass[] {
  const lineage = lineageOf(target);
  const addressOf = (one: object) => canonOf(resources.get(one)?.address ?? '');
  const end = lineage.findIndex(
    (one, index) => index > 0 && resources.has(one) && addressOf(one) === addressOf(target),
  );
  return end === -1 ? lineage : lineage.slice(0, end);
}
