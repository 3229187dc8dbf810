import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile, routeName, type Route } from '../../../hosting/internals.ts';

/** Location of a new override. */
export interface OverrideTarget {
  readonly root: string;
  /** Name of a plugin; undefined for `custom`. */
  readonly plugin: string | undefined;
}

/**
 * The route that a new override in `target` would override.
 * @throws Error when the target serves the route already, when the plugin does not exist, or when its manifest lacks the
 *   address or the order after the plugin that serves the route
 */
export function originalOf(route: Route, target: OverrideTarget): Route {
  const { plugin } = target;
  if (plugin === undefined) {
    if (route.layer === 'custom') throw new Error(`${routeName(route)} is served by ${route.file}; change that file.`);
    return route;
  }
  refuseUnnamed(route, target, plugin);
  const [nearest] = [route, ...route.overridden].filter(({ layer }) => layer !== 'custom');
  const own = [route, ...route.overridden].find(({ module }) => module === plugin);
  if (own) throw new Error(`plugins/${plugin} has ${routeName(route)} in ${own.file} already; change that file.`);
  if (nearest?.layer === 'core' || (nearest && followsIn(target, nearest.module))) return nearest;
  const problem = `${routeName(route)} is served by ${(nearest ?? route).file}; to override it, add "after": ["${nearest?.module ?? ''}"] to plugins/${plugin}/module.json`;
  throw new Error(`${problem}, or leave out --plugin to write the override into custom/.`);
}

/** Address and options of a resource that declares the route: without the last parameter, which selects one object. */
export function resourceOf({ address, operation }: Route): { address: string; options: string[] } {
  const onItem = operation !== 'search' && operation !== 'add';
  const [, base, item] = /^(.*)\/\{(\w+)\}$/.exec(address) ?? [];
  if (!onItem) return { address, options: [] };
  if (base === undefined || item === undefined) return { address, options: ['singleton: true'] };
  return { address: base, options: item === 'id' ? [] : [`item: '${item}'`] };
}

/** Whether the manifest of a plugin orders the plugin after another one, by `after` or `requires`. */
function followsIn({ root, plugin = '' }: OverrideTarget, other: string): boolean {
  const { after = [], requires = {} } = manifestOf(root, plugin);
  return after.includes(other) || Object.hasOwn(requires, other);
}

interface Manifest {
  readonly mounts?: readonly string[];
  readonly uses?: { readonly overrides?: readonly string[] };
  readonly after?: readonly string[];
  readonly requires?: Readonly<Record<string, string>>;
}

function manifestOf(root: string, plugin: string): Manifest {
  return JSON.parse(readOwnFile(join(root, 'plugins', plugin), 'module.json')) as Manifest;
}

/** Refuses an override that the manifest does not name: by `mounts`, and by `uses` if it has one. */
function refuseUnnamed(route: Route, { root }: OverrideTarget, plugin: string): void {
  const file = `plugins/${plugin}/module.json`;
  if (!existsSync(join(root, file))) {
    throw new Error(`There is no plugin "${plugin}"; create it with \`npx lectern new plugin ${plugin}\` first.`);
  }
  const { mounts = [], uses } = manifestOf(root, plugin);
  const { address } = resourceOf(route);
  const own = [`/plugins/${plugin}`, '/me', ...mounts];
  const isMounted = own.some((mount) => address === mount || address.startsWith(`${mount}/`));
  const operation = `${route.methods[0]} ${route.address}`;
  const isUsed = !uses || route.module === plugin || uses.overrides?.includes(operation);
  const missing = [
    ...(isMounted ? [] : [`"mounts": ["${address}"]`]),
    ...(isUsed ? [] : [`"overrides": ["${operation}"] in "uses"`]),
  ];
  if (missing.length === 0) return;
  const problem = `${file}: the plugin may not override ${operation}`;
  throw new Error(`${problem}; add ${missing.join(' and ')} to it and try again. Nothing was written.`);
}
