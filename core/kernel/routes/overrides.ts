import type { Answer } from '../declare/answer.ts';
import { parameterNames } from '../base/addresses.ts';
import { rawTypes, type InputFields } from '../declare/input.ts';
import { httpMapping, type Operation } from '../base/operations.ts';
import { lineageOf, operationRecord, ownClasses, ownOperations } from '../declare/resource_records.ts';
import { resourceRecord, type Access } from '../declare/resource_records.ts';
import type { Shape } from '../declare/shape.ts';
import type { BuiltResource } from '../container/build_resources.ts';
import { runAs } from '../modules/module_context.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import { accessName, isWeaker, type Route } from './route.ts';
import type { RouteCandidate } from './route_candidates.ts';
import { linkSuper } from './super_in_overrides.ts';

/** Declarations that apply if neither the operation nor an overridden one declares others. */
const defaults = {
  access: { kind: 'signedIn' },
  input: {},
  fails: [],
  summary: undefined,
  creates: false,
  revised: false,
  idempotent: false,
  cached: 0,
} as const;

/**
 * Checks the declarations of a candidate, creates its route, and links `super` and `original` to the overridden route.
 * @throws ModuleFault for a declaration or an override that is not permitted, or for a frozen class prototype
 */
export function createRoute({ resource, operation, address }: RouteCandidate, overridden: Route | undefined): Route {
  const { target, module, file, instance } = resource;
  const declared = declarationsOf(resource, operation, overridden);
  const { access, input } = declared;
  refuseUnknownMode(resource, operation, declared);
  if (overridden) refuseWeaker(resource, { operation, access, overridden });
  if (overridden?.final !== undefined) {
    const where = `${overridden.file}, which is final: ${overridden.final}`;
    const disable = overridden.layer === 'core' ? '' : `, or disable ${overridden.module}`;
    throw fault(resource, operation, `overrides ${where}; remove the override${disable}.`);
  }
  refuseBodyless(resource, operation, input);
  const route = {
    operation,
    methods: httpMapping[operation].methods,
    address,
    parameters: parameterNames(address),
    layer: module.layer,
    module: module.name,
    file,
    target,
    ...declared,
    overridden: overridden ? [overridden, ...overridden.overridden] : [],
    final: resourceRecord(target)?.final,
    run: runnerOf(resource, operation, overridden),
  };
  // `super` in the operation calls `overridden`, as `original()` does.
  linkSuper(instance, route);
  return route;
}

/** Declarations of an operation. An override inherits those that it does not declare itself. */
function declarationsOf(resource: BuiltResource, operation: Operation, overridden: Route | undefined) {
  // Declarations of the overridden parent class do not count: a module in between may have overridden them.
  const record = operationRecord((overridden ? ownClasses : lineageOf)(resource.target), operation);
  // Shape and mode belong together: an override that declares a shape must not inherit the mode of another one.
  const { answer, mode } = record.answer ? record : (overridden ?? record);
  if (!answer) {
    const fix = 'add @returns(shape, mode), or @returns(raw) to return everything';
    throw fault(resource, operation, `has no response filter; ${fix}.`);
  }
  const all = { ...defaults, ...overridden, ...record };
  const { access, input, summary, creates, revised, idempotent, cached } = all;
  // `fails` may have names of events, which kernel/extensions/failures_of_checks.ts replaces by failures.
  const fails = all.fails as Route['fails'];
  return { access, input, answer, mode, fails, summary, creates, revised, idempotent, cached };
}

/** Returns a function that runs the operation. Its argument `original` throws if nothing is overridden. */
function runnerOf(resource: BuiltResource, operation: Operation, overridden: Route | undefined): Route['run'] {
  const { file, instance, module } = resource;
  const { layer, name, folder } = module;
  const run = instance[operation] as (call: never, original: () => unknown) => unknown;
  const nothing = () => {
    const where = `${file}: ${nameIn(resource, operation)}`;
    throw new Error(`${where} calls original() but overrides nothing; remove the call, or correct the address.`);
  };
  const original = (call: never) => (overridden ? () => overridden.run(call) : nothing);
  if (layer === 'core') return (call, self = instance) => run.call(self, call, original(call));
  const [owner, bound] = [{ layer, name, folder }, run.bind(instance)];
  return (call, self) => runAs(owner, self ? run.bind(self) : bound, call, original(call));
}

/** Name of an operation in messages, such as `Articles.get`. */
function nameIn({ target }: BuiltResource, operation: Operation): string {
  return `${target.name || 'the resource'}.${operation}`;
}

function fault(resource: BuiltResource, operation: Operation, problem: string): ModuleFault {
  return new ModuleFault(resource.module.name, resource.file, `${nameIn(resource, operation)} ${problem}`);
}

function refuseUnknownMode(
  resource: BuiltResource,
  operation: Operation,
  { answer, mode }: { answer: Answer; mode: string | undefined },
): void {
  const shape: Shape | undefined = 'kind' in answer ? ('shape' in answer ? answer.shape : undefined) : answer;
  if (!shape || (mode !== undefined && Object.hasOwn(shape.modes, mode))) return;
  const modes = Object.keys(shape.modes).join(', ');
  const given = mode === undefined ? 'without a mode' : `in the mode "${mode}", which does not exist`;
  throw fault(resource, operation, `returns ${shape.name} ${given}; name one of its modes: ${modes}.`);
}

function refuseBodyless(resource: BuiltResource, operation: Operation, input: InputFields): void {
  if (!rawTypes(input) || httpMapping[operation].body) return;
  throw fault(resource, operation, 'accepts rawBody, but only add and update read a body; remove rawBody.');
}

function refuseWeaker(
  resource: BuiltResource,
  { operation, access, overridden }: { operation: Operation; access: Access; overridden: Route },
): void {
  // Ignores `weaker` of the parent class, which declared it for another route.
  const weaker = ownOperations(resource.target).get(operation)?.weaker ?? false;
  if (weaker || !isWeaker(access, overridden.access)) return;
  const problem = `is ${accessName(access)} but overrides ${overridden.file}, which is ${accessName(overridden.access)}`;
  throw fault(resource, operation, `${problem}; to confirm the weaker access, declare it with { weaker: true }.`);
}
