import type { Answer } from '../declare/answer.ts';
import type { FailureKind, RestatedFailure } from '../declare/failure.ts';
import { runAs } from '../modules/module_context.ts';
import { parametersOf } from '../declare/inflection.ts';
import { rawBody, type InputFields } from '../declare/input.ts';
import { mapping, type Operation } from '../declare/operations.ts';
import { operationRecord, ownOperations, resourceRecord, type Access, type ResourceClass } from '../declare/records.ts';
import type { Shape } from '../declare/shape.ts';
import { isExtension, type BuiltResource } from '../container/build_resources.ts';
import { claimsOf, type Claim } from './route_candidates.ts';
import type { Deprecation } from './deprecation.ts';
import type { StartRemark } from '../modules/disabled_plugins.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import { layers, type Layer } from '../modules/layers.ts';

/** One operation at one address: all that routing, checks, document and the list of routes need to know. */
export interface Route {
  readonly operation: Operation;
  readonly methods: readonly string[];
  /** Path below `/api` as its author wrote it, with the item's parameter where the operation has one. */
  readonly address: string;
  readonly parameters: readonly string[];
  readonly layer: Layer;
  readonly module: string;
  /** Path below the root. */
  readonly file: string;
  /** The class that serves it. */
  readonly target: ResourceClass;
  readonly access: Access;
  readonly input: InputFields;
  readonly answer: Answer;
  readonly mode: string | undefined;
  readonly fails: readonly (FailureKind | RestatedFailure)[];
  readonly summary: string | undefined;
  /** Makes a new object: 201, with its address. */
  readonly creates: boolean;
  /** Heeds the revisions that the client names with `If-Match`. */
  readonly revised: boolean;
  /** Heeds the header `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** Seconds that caches may keep the answer to a caller without a credential; 0 for not at all. */
  readonly cached: number;
  /** Set where the configuration says that clients should not use it any more. */
  readonly deprecation: Deprecation | undefined;
  /** Routes of earlier layers that this one stands before, the nearest first. */
  readonly shadows: readonly Route[];
  readonly run: (call: never) => unknown;
}

export interface RouteTable {
  readonly routes: readonly Route[];
  /** Routes that the configuration has taken away. */
  readonly disabled: readonly Route[];
  readonly remarks: readonly StartRemark[];
}

/**
 * Turns what the resource classes declare into the routes of the installation.
 * @throws ModuleFault for a clash, a missing filter, an address that is not the module's to serve, or an opening that
 * was not said aloud
 */
export function resolveRoutes(resources: readonly BuiltResource[]): RouteTable {
  const table = new Map<string, Route>();
  const remarks: StartRemark[] = [];
  const rank = ({ resource: { module } }: Claim) => layers.indexOf(module.layer);
  const claims = resources.flatMap(claimsOf).sort((a, b) => rank(a) - rank(b));
  for (const claim of claims) {
    const shadowed = table.get(claim.key);
    if (shadowed?.layer === claim.resource.module.layer) throw clash(claim, shadowed);
    const route = resolve(claim, shadowed);
    remarks.push(...remarksOn(claim, route));
    table.set(claim.key, route);
  }
  const routes = [...table.values()].sort((a, b) => compare(a.address, b.address) || compare(a.operation, b.operation));
  return { routes, disabled: [], remarks };
}

/** Access, input and filter that the class does not restate are those of the route it shadows. */
function resolve({ resource, operation, address }: Claim, shadowed: Route | undefined): Route {
  const { target, module, file } = resource;
  const record = operationRecord(target, operation);
  const answer = record.answer ?? shadowed?.answer;
  if (!answer) {
    const problem = `${target.name || 'the resource'}.${operation} has no response filter; add @returns(shape, mode), or @returns(raw) to let everything out.`;
    throw new ModuleFault(module.name, file, problem);
  }
  const mode = record.answer ? record.mode : shadowed?.mode;
  refuseUnknownMode(resource, operation, { answer, mode });
  const access = record.access ?? shadowed?.access ?? { kind: 'signedIn' };
  if (shadowed) refuseWeaker(resource, { operation, access, shadowed });
  const input = record.input ?? shadowed?.input ?? {};
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
    fails: record.fails ?? shadowed?.fails ?? [],
    summary: record.summary ?? shadowed?.summary,
    creates: record.creates ?? shadowed?.creates ?? false,
    revised: record.revised ?? shadowed?.revised ?? false,
    idempotent: record.idempotent ?? shadowed?.idempotent ?? false,
    cached: record.cached ?? shadowed?.cached ?? 0,
    deprecation: undefined,
    shadows: shadowed ? [shadowed, ...shadowed.shadows] : [],
    run: runnerOf(resource, operation, shadowed),
  };
}

/** Runs an operation, which may ask for the answer of the one it shadows. */
function runnerOf(
  { target, file, instance, module: { layer, name, folder } }: BuiltResource,
  operation: Operation,
  shadowed: Route | undefined,
): Route['run'] {
  const run = instance[operation] as (call: never, original: () => unknown) => unknown;
  const nothing = () => {
    throw new Error(
      `${file}: ${target.name || 'the resource'}.${operation} asks for its original but overrides nothing.`,
    );
  };
  const original = (call: never) => (shadowed ? () => shadowed.run(call) : nothing);
  if (layer === 'core') return (call) => run.call(instance, call, original(call));
  const [owner, bound] = [{ layer, name, folder }, run.bind(instance)];
  return (call) => runAs(owner, bound, call, original(call));
}

function refuseUnknownMode(
  { target, module, file }: BuiltResource,
  operation: Operation,
  { answer, mode }: { answer: Answer; mode: string | undefined },
): void {
  const shape: Shape | undefined = 'kind' in answer ? ('shape' in answer ? answer.shape : undefined) : answer;
  if (!shape || (mode !== undefined && Object.hasOwn(shape.modes, mode))) return;
  const modes = Object.keys(shape.modes).join(', ');
  const problem = `${target.name || 'the resource'}.${operation} returns ${shape.name} in the mode "${mode ?? ''}"; its modes are ${modes}.`;
  throw new ModuleFault(module.name, file, problem);
}

function refuseBodyless({ target, module, file }: BuiltResource, operation: Operation, input: InputFields): void {
  if (input !== rawBody || mapping[operation].body) return;
  const problem = `${target.name || 'the resource'}.${operation} accepts rawBody but reads no body; only add and update do.`;
  throw new ModuleFault(module.name, file, problem);
}

function refuseWeaker(
  { target, module, file }: BuiltResource,
  { operation, access, shadowed }: { operation: Operation; access: Access; shadowed: Route },
): void {
  // Said by the class itself: what its parent said was about another route.
  const weaker = ownOperations(target).get(operation)?.weaker ?? false;
  if (weaker || strength(access) >= strength(shadowed.access)) return;
  const problem = `${target.name || 'the resource'}.${operation} is ${nameOf(access)} but overrides ${shadowed.file}, which is ${nameOf(shadowed.access)}; if that is meant, write it with { weaker: true }.`;
  throw new ModuleFault(module.name, file, problem);
}

function strength({ kind }: Access): number {
  return { open: 0, signedIn: 1, permission: 2 }[kind];
}

/** `open`, `signed in`, or the permission. */
export function nameOf(access: Access): string {
  if (access.kind === 'permission') return access.permission;
  return access.kind === 'open' ? 'open' : 'signed in';
}

function remarksOn({ resource: { target, file }, operation }: Claim, route: Route): StartRemark[] {
  const [shadowed] = route.shadows;
  const name = `${target.name || 'the resource'}.${operation}`;
  if (!shadowed) {
    const meant = resourceRecord(target)?.overrides === true || isExtension(target);
    const message = `${name} overrides nothing: no earlier layer has ${operation} at ${route.address}`;
    return meant ? [{ file, message }] : [];
  }
  if (nameOf(route.access) === nameOf(shadowed.access)) return [];
  const message = `${name} changes the access of ${route.address} from ${nameOf(shadowed.access)} to ${nameOf(route.access)}`;
  return [{ file, message }];
}

function clash({ resource, operation, address }: Claim, taken: Route): ModuleFault {
  const { module, file } = resource;
  const problem = `${operation} at ${address} is already served by ${taken.file}; change one of the addresses, or override it from a later layer.`;
  return new ModuleFault(module.name, file, problem);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Parameters that hold an id by their name: `id`, `courseId`. */
export function isIdParameter(name: string): boolean {
  return name === 'id' || name.endsWith('Id');
}
