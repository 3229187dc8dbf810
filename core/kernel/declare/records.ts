import type { Answer } from './answer.ts';
import type { FailureKind, RestatedFailure } from './failure.ts';
import type { InputFields } from './input.ts';
import type { Operation } from './operations.ts';
import type { ServiceName } from './services.ts';

/** Who may call an operation: anyone, who has signed in, or who holds a permission. */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'permission'; readonly permission: string };

/** What an author declared about one operation; what is absent is inherited or the safe default. */
export interface OperationRecord {
  access?: Access;
  /** The author knows that `access` is weaker than what is overridden. */
  weaker?: boolean;
  input?: InputFields;
  answer?: Answer;
  /** Belongs to `answer`; undefined where that has no modes. */
  mode?: string | undefined;
  fails?: readonly (FailureKind | RestatedFailure)[];
  summary?: string;
  /** The operation makes a new object: 201, with its address. */
  creates?: boolean;
  /** The operation heeds `call.request.revisions`. */
  revised?: boolean;
  /** The operation heeds `call.request.idempotencyKey`. */
  idempotent?: boolean;
  /** Seconds that anybody may keep the answer to a caller without a credential. */
  cached?: number;
}

/** What an author declared about a resource class. */
export interface ResourceRecord {
  readonly address: string;
  /** Name of the parameter that identifies one object. */
  readonly item: string;
  /** There is only one object, so `get`, `update` and `remove` stand at the address itself. */
  readonly singleton: boolean;
  /** The author means to replace operations that exist. */
  readonly overrides: boolean;
}

/** A class that the boot can build. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tsyringe gives what the parameters declare
export type ResourceClass = new (...services: any[]) => object;

// Records hang on the classes themselves, so a class that nobody holds any more takes its records with it.
const resources = new WeakMap<object, ResourceRecord>();
const operations = new WeakMap<object, Map<Operation, OperationRecord>>();
const uses = new WeakMap<object, ServiceName[]>();

export function recordResource(target: object, record: ResourceRecord): void {
  resources.set(target, record);
}

/** The record of the class itself, not of its parents. */
export function resourceRecord(target: object): ResourceRecord | undefined {
  return resources.get(target);
}

/** Adds to what is known of an operation of a class. */
export function recordOperation(target: object, operation: Operation, change: OperationRecord): void {
  const known = ownOperations(target);
  known.set(operation, { ...known.get(operation), ...change });
  operations.set(target, known);
}

/** What the class and its parents declare of an operation, the class itself first. */
export function operationRecord(target: object, operation: Operation): OperationRecord {
  const parent = parentOf(target);
  return { ...(parent && operationRecord(parent, operation)), ...operations.get(target)?.get(operation) };
}

/** What the class itself, without its parents, declares. */
export function ownOperations(target: object): Map<Operation, OperationRecord> {
  return operations.get(target) ?? new Map<Operation, OperationRecord>();
}

export function recordUse(target: object, index: number, name: ServiceName): void {
  const names = uses.get(target) ?? [];
  names[index] = name;
  uses.set(target, names);
}

/** Names of the services that the constructor asks for; a class without a constructor of its own asks as its parent. */
export function usesOf(target: object): readonly (ServiceName | undefined)[] {
  const own = uses.get(target);
  if (own) return own;
  const parent = takesParameters(target) ? undefined : parentOf(target);
  return parent ? usesOf(parent) : [];
}

/** Names of the services that a class asks for itself, and not only because the one it extends does. */
export function ownUsesOf(target: object): readonly ServiceName[] {
  const parent = parentOf(target);
  const uses = usesOf(target);
  return parent && usesOf(parent) === uses ? [] : uses.filter((name) => name !== undefined);
}

function takesParameters(target: object): boolean {
  return typeof target === 'function' && target.length > 0;
}

/** The class that a class extends, if it does. */
export function parentOf(target: object): object | undefined {
  const parent = Object.getPrototypeOf(target) as object | null;
  return parent === null || parent === Function.prototype ? undefined : parent;
}
