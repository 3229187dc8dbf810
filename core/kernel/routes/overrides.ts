import type { Answer } from '../declare/answer.ts';
import { parametersOf } from '../declare/inflection.ts';
import { rawBody, type InputFields } from '../declare/input.ts';
import { mapping, type Operation } from '../declare/operations.ts';
import { operationRecord, ownOperations, resourceRecord, type Access } from '../declare/records.ts';
import type { Shape } from '../declare/shape.ts';
import { isExtension, type BuiltResource } from '../container/build_resources.ts';
import { runAs } from '../modules/module_context.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import { nameOf, type Route, type StartRemark } from './route.ts';
import type { RouteCandidate } from './route_candidates.ts';

/**
 * Resolves a candidate to a route. An override inherits access, input, filter and all other declarations from the
 * overridden route, unless it declares them itself.
 * @throws ModuleFault for a missing filter, or an override that weakens access without declaring it
 */
export function resolveRoute({ resource, operation, address }: RouteCandidate, overridden: Route | undefined): Route {
  const { target, module, file } = resource;
  const record = operationRecord(target, operation);
  const answer = record.answer ?? overridden?.answer;
  if (!answer) {
    const fix = 'add @returns(shape, mode), or @returns(raw) to return everything';
    throw fault(resource, operation, `has no response filter; ${fix}.`);
  }
  const mode = record.answer ? record.mode : overridden?.mode;
  refuseUnknownMode(resource, operation, { answer, mode });
  const access = record.access ?? overridden?.access ?? { kind: 'signedIn' };
  if (overridden) refuseWeaker(resource, { operation, access, overridden });
  const input = record.input ?? overridden?.input ?? {};
  refuseBodyless(resource, operation, input);
  return {
    operation,
    methods: mapping[operation].methods,
    address,
    parameters: parametersOf(address),
    layer: module.layer,
    module: module.name,
    file,
    target,
    access,
    input,
    answer,
    mode,
    fails: record.fails ?? overridden?.fails ?? [],
    summary: record.summary ?? overridden?.summary,
    creates: record.creates ?? overridden?.creates ?? false,
    revised: record.revised ?? overridden?.revised ?? false,
    idempotent: record.idempotent ?? overridden?.idempotent ?? false,
    cached: record.cached ?? overridden?.cached ?? 0,
    deprecation: undefined,
    overridden: overridden ? [overridden, ...overridden.overridden] : [],
    run: runnerOf(resource, operation, overridden),
  };
}

/** Returns the function that runs an operation; its argument `original` calls the overridden operation. */
function runnerOf(resource: BuiltResource, operation: Operation, overridden: Route | undefined): Route['run'] {
  const { file, instance, module } = resource;
  const { layer, name, folder } = module;
  const run = instance[operation] as (call: never, original: () => unknown) => unknown;
  const nothing = () => {
    throw new Error(`${file}: ${nameIn(resource, operation)} calls original() but overrides nothing; remove the call.`);
  };
  const original = (call: never) => (overridden ? () => overridden.run(call) : nothing);
  if (layer === 'core') return (call) => run.call(instance, call, original(call));
  const [owner, bound] = [{ layer, name, folder }, run.bind(instance)];
  return (call) => runAs(owner, bound, call, original(call));
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
  throw fault(resource, operation, `returns ${shape.name} in the mode "${mode ?? ''}"; its modes are ${modes}.`);
}

function refuseBodyless(resource: BuiltResource, operation: Operation, input: InputFields): void {
  if (input !== rawBody || mapping[operation].body) return;
  throw fault(resource, operation, 'accepts rawBody but reads no body; only add and update do.');
}

function refuseWeaker(
  resource: BuiltResource,
  { operation, access, overridden }: { operation: Operation; access: Access; overridden: Route },
): void {
  // Ignores `weaker` of the parent class, which declared it for another route.
  const weaker = ownOperations(resource.target).get(operation)?.weaker ?? false;
  if (weaker || strength(access) >= strength(overridden.access)) return;
  const problem = `is ${nameOf(access)} but overrides ${overridden.file}, which is ${nameOf(overridden.access)}`;
  throw fault(resource, operation, `${problem}; to confirm the weaker access, declare it with { weaker: true }.`);
}

function strength({ kind }: Access): number {
  return { open: 0, signedIn: 1, permission: 2 }[kind];
}

/** Remarks on an override that overrides nothing, or changes the access of a route. */
export function remarksOn({ resource, operation }: RouteCandidate, route: Route): StartRemark[] {
  const { target, file } = resource;
  const [overridden] = route.overridden;
  const name = nameIn(resource, operation);
  if (!overridden) {
    const meant = resourceRecord(target)?.overrides === true || isExtension(target);
    const message = `${name} overrides nothing: no earlier layer has ${operation} at ${route.address}; correct the address`;
    return meant ? [{ file, message }] : [];
  }
  if (nameOf(route.access) === nameOf(overridden.access)) return [];
  const message = `${name} changes the access of ${route.address} from ${nameOf(overridden.access)} to ${nameOf(route.access)}`;
  return [{ file, message }];
}
