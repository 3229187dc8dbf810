import { Kind } from '@sinclair/typebox';
import type { Answer } from './answer.ts';
import type { OpenCall } from './call.ts';
import type { DeclaredFailure } from './failure.ts';
import { declaresFields, type InputFields } from './input.ts';
import { operations } from '../base/operations.ts';
import { recordOperation, type Access, type OperationRecord, type ResourceClass } from './resource_records.ts';
import { declareResource, type ResourceOptions } from './resource.ts';
import type { ServiceName, Services } from './services.ts';
import { Shape } from './shape.ts';
import { use } from './use.ts';

/** An operation without decorators: `run` is the method, the other properties match the decorators of the same names. */
export interface OperationDefinition<U extends ServiceName = never> {
  readonly open?: boolean | { readonly weaker: true };
  readonly signedIn?: boolean | { readonly weaker: true };
  readonly requires?: string;
  readonly accepts?: InputFields;
  readonly returns?: readonly [answer: Answer, mode?: string];
  readonly fails?: readonly DeclaredFailure[];
  readonly summary?: string;
  readonly creates?: boolean;
  readonly revised?: boolean;
  readonly idempotent?: boolean;
  readonly cached?: number;
  /**
   * Handles a call.
   * @param services the services named in `uses`
   * @param original calls the overridden operation and resolves to its unfiltered result; rejects if the operation
   * overrides nothing
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- the call carries what `accepts` declares
  run(services: Pick<Services, U>, call: OpenCall<any, any>, original: () => Promise<any>): unknown;
}

/** A resource without decorators: options, the services it uses, and its operations. */
export interface ResourceDefinition<U extends ServiceName = never> extends ResourceOptions {
  readonly uses?: readonly U[];
  readonly search?: OperationDefinition<U>;
  readonly get?: OperationDefinition<U>;
  readonly add?: OperationDefinition<U>;
  readonly update?: OperationDefinition<U>;
  readonly remove?: OperationDefinition<U>;
}

const properties = [
  ...'uses item singleton signedIn requires missing overrides final parameters headers'.split(' '),
  ...operations,
];
const operationProperties =
  'open signedIn requires accepts returns fails summary creates revised idempotent cached run'.split(' ');

/**
 * Declares a resource without decorators, for plain JavaScript.
 *
 * @example
 * export default defineResource('/plugins/hello/greetings', {
 *   uses: ['greetings'],
 *   get: { open: true, returns: [greeting, 'public'], run: ({ greetings }, { params }) => greetings.get(params.id) },
 * });
 * @throws TypeError for an unknown property, and for a wrong `run`, `accepts`, `returns` or `final`
 */
export function defineResource<U extends ServiceName = never>(
  address: `/${string}`,
  definition: ResourceDefinition<U>,
): ResourceClass {
  refuseUnknown(address, definition, properties);
  const names = definition.uses ?? [];
  const target = class extends Defined {
    constructor() {
      super(names);
    }
  };
  // Messages name a resource by its class. Without this line, they would name it `target`.
  Object.defineProperty(target, 'name', { value: '' });
  for (const operation of operations) {
    const one = definition[operation];
    if (!one) continue;
    refuseMistake(`${address}: ${operation}`, one);
    recordOperation(target, operation, recordOf(one));
    Object.defineProperty(target.prototype, operation, {
      value(this: Defined, call: OpenCall, original: () => unknown) {
        return one.run(this.services as Pick<Services, U>, call, async () => original());
      },
    });
  }
  declareResource(target, address, definition);
  return target;
}

class Defined {
  protected readonly services: object;

  constructor(names: readonly ServiceName[]) {
    this.services = Object.fromEntries(names.map((name) => [name, use(name)]));
  }
}

/** Refuses misspelled properties such as `require`; plain JavaScript has no compiler to find them. */
function refuseUnknown(where: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown) throw new TypeError(`${where}: "${unknown}" is none of ${known.join(', ')}; correct its name.`);
}

function refuseMistake(where: string, definition: Readonly<Partial<Record<keyof OperationDefinition, unknown>>>): void {
  refuseUnknown(where, definition, operationProperties);
  const { run, returns, accepts = {} } = definition;
  if (typeof run !== 'function')
    throw new TypeError(`${where}: "run" is no function; write run(services, call) { ... }.`);
  const wrong = declaresFields(accepts as InputFields) && Object.entries(accepts as object).find(isNoInput);
  if (wrong) throw new TypeError(`${where}: "${wrong[0]}" of "accepts" is no input; write input.text({ ... }).`);
  if (returns === undefined) return;
  const answer: unknown = Array.isArray(returns) ? returns[0] : undefined;
  if (answer instanceof Shape || (typeof answer === 'object' && answer !== null && 'kind' in answer)) return;
  throw new TypeError(
    `${where}: "returns" is no filter; write [shape, 'mode'], [listOf(shape), 'mode'], [raw] or [verbatim].`,
  );
}

function isNoInput([, value]: readonly [string, unknown]): boolean {
  return typeof value !== 'object' || value === null || !(Kind in value);
}

function recordOf(definition: OperationDefinition): OperationRecord {
  const { accepts: input, returns: [answer, mode] = [], open, signedIn } = definition;
  const { fails, summary, creates, revised, idempotent, cached } = definition;
  const weaker = [open, signedIn].some((access) => typeof access === 'object') || undefined;
  const declared = { access: accessOf(definition), weaker, input, answer, mode };
  const record = { ...declared, fails, summary, creates, revised, idempotent, cached };
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function accessOf({ open, signedIn, requires }: OperationDefinition): Access | undefined {
  if (requires !== undefined) return { kind: 'permission', permission: requires };
  if (open) return { kind: 'open' };
  return signedIn ? { kind: 'signedIn' } : undefined;
}
