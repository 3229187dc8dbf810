import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from 'lectern/host';

/** Location of a new override. */
export interface Target {
  readonly root: string;
  /** Name of a plugin; undefined for `custom`. */
  readonly plugin: string | undefined;
}

/**
 * The route that a new override in `target` would override.
 * @throws Error when the target serves the route already; for a plugin also when another plugin serves the route, or the
 *   manifest lacks the address
 */
export function originalOf(route: Route, target: Target): Route {
  const { plugin } = target;
  if (plugin === undefined) {
    if (route.layer === 'custom') throw new Error(`${nameOf(route)} is served by ${route.file}; change that file.`);
    return route;
  }
  refuseUnmounted(route, target, plugin);
  const [nearest] = [route, ...route.overridden].filter(({ layer }) => layer !== 'custom');
  if (nearest?.layer === 'core') return nearest;
  if (nearest?.module === plugin) throw new Error(`${nameOf(route)} is served by ${nearest.file}; change that file.`);
  const problem = `${nameOf(route)} is served by ${(nearest ?? route).file}, and a plugin overrides core only`;
  throw new Error(`${problem}; leave out --plugin to write the override into custom/.`);
}

/** Method and address as in the OpenAPI document: `GET /api/courses/{id}`. */
export function nameOf({ methods, address }: Route): string {
  return `${methods[0]} /api${address}`;
}

/** Address and options of a resource that declares the route; the address has no parameter for one object. */
export function resourceOf({ address, operation }: Route): { address: string; options: string[] } {
  const onItem = operation !== 'search' && operation !== 'add';
  const [, base, item] = /^(.*)\/\{(\w+)\}$/.exec(address) ?? [];
  if (!onItem) return { address, options: [] };
  if (base === undefined || item === undefined) return { address, options: ['singleton: true'] };
  return { address: base, options: item === 'id' ? [] : [`item: '${item}'`] };
}

function refuseUnmounted(route: Route, { root }: Target, plugin: string): void {
  const file = `plugins/${plugin}/module.json`;
  if (!existsSync(join(root, file))) {
    throw new Error(`There is no plugin "${plugin}"; create it with \`npx lectern new plugin ${plugin}\` first.`);
  }
  const { mounts = [] } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { mounts?: string[] };
  const { address } = resourceOf(route);
  const own = [`/plugins/${plugin}`, '/me', ...mounts];
  if (own.some((mount) => address === mount || address.startsWith(`${mount}/`))) return;
  const problem = `${file}: the plugin may not serve ${address}`;
  throw new Error(`${problem}; add "mounts": ["${address}"] to it and try again. Nothing was written.`);
}
