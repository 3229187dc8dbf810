import {
  accessName,
  canonOf,
  changesBetween,
  isWeaker,
  type Declaration,
  type Route,
} from '../../hosting/internals.ts';
import type { PromisedRoute, Snapshot } from './dry_run.ts';
import { severityOf, type ContractChange, type Severity } from './severity.ts';

/** A route that was added, removed or changed. */
export interface RouteChange {
  /** Methods and address: `GET /api/articles/{id}`; `* /api/files/...` for a mount. */
  readonly route: string;
  /** File that serves the route after the change, or served a removed route. */
  readonly file: string;
  readonly access: string;
  /** Former access, of a route that is open to more callers now. */
  readonly was?: string;
}

/** A difference of a contract. */
export interface Change {
  readonly what: string;
  readonly severity: Severity;
}

/** Compares the routes of two snapshots, by kind of difference. */
export function routeChanges(before: Snapshot, after: Snapshot) {
  const [was, is] = [byKey(before), byKey(after)];
  const added = [...newIn(is, was).map(({ route }) => changeOf(route)), ...newMounts(after, before)];
  const removed = [...newIn(was, is).map(({ route }) => changeOf(route)), ...newMounts(before, after)];
  const kept = [...is].flatMap(([key, now]) => {
    const old = was.get(key);
    return old ? [{ old, now }] : [];
  });
  const weaker = kept.filter(({ old, now }) => isWeaker(now.route.access, old.route.access));
  return {
    added,
    removed,
    /** Routes that another file serves after the change; `overridden` if that file overrides the former file (`from`). */
    takenOver: kept.filter(({ old, now }) => old.route.file !== now.route.file).map(takenOver),
    /** Routes whose chain of modules changes; `was` and `now` list hooks and overrides in the order of the calls. */
    rearranged: kept.filter(({ old, now }) => chainOf(old) !== chainOf(now)).map(rearranged),
    /** Routes open to more callers: new routes that need no credential, and existing routes with weaker access. */
    opened: [...added.filter(({ access }) => access === 'open'), ...weaker.map(opened)],
    /** Routes with a changed contract, part by part. */
    changed: kept.flatMap(changed),
  };
}

/** The same route before and after. */
interface Kept {
  readonly old: PromisedRoute;
  readonly now: PromisedRoute;
}

function byKey({ routes }: Snapshot): Map<string, PromisedRoute> {
  return new Map(routes.map((one) => [`${one.route.methods[0] ?? ''} ${canonOf(one.route.address)}`, one]));
}

function newIn(one: ReadonlyMap<string, PromisedRoute>, other: ReadonlyMap<string, PromisedRoute>): PromisedRoute[] {
  return [...one].filter(([key]) => !other.has(key)).map(([, promised]) => promised);
}

/** Mounts of `one` that `other` lacks. Middleware answers every method at its address and below. */
function newMounts(one: Snapshot, other: Snapshot): RouteChange[] {
  const known = other.mounts.map(({ address }) => canonOf(address));
  return one.mounts
    .filter(({ address }) => !known.includes(canonOf(address)))
    .map(({ address, file, access }) => ({ route: `* /api${address}/...`, file, access: accessName(access) }));
}

function changeOf(route: Route): RouteChange {
  const { methods, address, file, access } = route;
  return { route: `${methods.join(', ')} /api${address}`, file, access: accessName(access) };
}

function takenOver({ old, now }: Kept) {
  const overridden = now.route.overridden.some(({ file }) => file === old.route.file);
  return { ...changeOf(now.route), from: old.route.file, overridden };
}

/** Modules of the hooks in brackets, then modules of the overrides, in the order of the calls. */
function chainOf({ route }: PromisedRoute): string {
  const hooks = (route.hooks ?? []).map(({ module }) => `[${module}]`);
  return [...hooks, ...[route, ...route.overridden].map(({ module }) => module)].join(' > ');
}

function rearranged({ old, now }: Kept) {
  return { ...changeOf(now.route), was: chainOf(old), now: chainOf(now) };
}

function opened({ old, now }: Kept): RouteChange {
  return { ...changeOf(now.route), was: accessName(old.route.access) };
}

function changed({ old, now }: Kept) {
  const found = new Map<string, { readonly one: Change; readonly versions: number[] }>();
  for (const [version, before] of old.declarations) {
    for (const one of changesIn(before, now.declarations.get(version) ?? before)) {
      const known = found.get(one.what);
      if (known) known.versions.push(version);
      else found.set(one.what, { one, versions: [version] });
    }
  }
  const all = old.declarations.size;
  const changes = [...found.values()].map(({ one, versions }): Change => {
    return versions.length === all ? one : { ...one, what: `${one.what}, in version ${versions.join(' and ')}` };
  });
  return changes.length > 0 ? [{ ...changeOf(now.route), changes }] : [];
}

function changesIn(before: Declaration, now: Declaration): Change[] {
  const differences = changesBetween(before, now);
  const alternatives = [...new Set(differences.flatMap((one) => newAlternative(one, before)))];
  const parts = differences.filter((one) => newAlternative(one, before).length === 0);
  return [
    ...parts.map((one) => ({ what: one.what, severity: severityOf(one) })),
    ...alternatives.map((name) => ({ what: `the alternative ${name} is new`, severity: 'surprising' as const })),
  ];
}

/** The shape of a new part, if the answer did not have the shape: `Setting.public` of `answer.Setting.public.title`. */
function newAlternative({ part, before }: ContractChange, old: Declaration): string[] {
  const shape = /^answer\.(\w+\.\w+)\.\w+$/.exec(part)?.[1];
  if (shape === undefined || before !== undefined) return [];
  return Object.keys(old).some((one) => one.startsWith(`answer.${shape}.`)) ? [] : [shape];
}
