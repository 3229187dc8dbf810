import type { Config } from '../../kernel/base/config_schema.ts';
import type { RouteSettings } from '../config/schema.ts';
import { canonOf } from '../../kernel/base/addresses.ts';
import { ApiVersions } from '../../kernel/http/api_version.ts';
import { nearest } from '../../kernel/base/similar_names.ts';
import type { UnloadedPlugin } from '../../kernel/modules/failed_plugins.ts';
import type { RouteTable } from '../../kernel/routes/route_table.ts';
import type { Route, StartRemark } from '../../kernel/routes/route.ts';
import { failedPluginFinder } from './failed_addresses.ts';

export interface Deprecation {
  /** Start of the deprecation; undefined if the configuration gives no date. */
  readonly since: Date | undefined;
  readonly sunset: Date | undefined;
  /** Page with information about the deprecation. */
  readonly link: string | undefined;
  /** Address to use instead. */
  readonly successor: string | undefined;
}

declare module '../../kernel/routes/route.ts' {
  interface Route {
    /** Set if the configuration deprecates the route. */
    readonly deprecation?: Deprecation | undefined;
  }
}

/** An entry of the setting `routes`. */
interface Entry {
  readonly name: string;
  readonly settings: RouteSettings;
}

/**
 * Moves routes that the configuration disables to `disabled`, and marks deprecated ones.
 * @param unloaded plugins that are not running; settings may name their routes
 * @throws Error for an entry that matches no route, not even of an unloaded plugin; for two entries of the same route;
 * for a sunset before the deprecation
 */
export function applyRouteSettings(
  table: RouteTable,
  settings: Config['routes'],
  unloaded: readonly UnloadedPlugin[],
): RouteTable {
  const { routes, remarks } = table;
  const names = new Map(
    routes.flatMap((route) => route.methods.map((method) => [keyOf(method, route.address), route])),
  );
  const entries = new Map<Route, Entry>();
  const idle: StartRemark[] = [];
  for (const [name, one] of Object.entries(settings)) {
    const route = names.get(keyOfName(name));
    if (route) addOnce(entries, route, { name, settings: one });
    else idle.push(remarkOnUnloaded(name, { unloaded, routes }));
  }
  const isDisabled = (route: Route) => entries.get(route)?.settings.disabled === true;
  return {
    ...table,
    routes: routes.filter((route) => !isDisabled(route)).map((route) => deprecated(route, entries.get(route))),
    disabled: routes.filter(isDisabled),
    remarks: [...remarks, ...idle],
  };
}

function deprecated(route: Route, entry: Entry | undefined): Route {
  return entry ? { ...route, deprecation: deprecationOf(`routes.${entry.name}`, entry.settings) } : route;
}

/** Deprecations of versions of the API by number. @throws Error for an unknown version, or a sunset before the deprecation */
export function deprecatedVersions({ http }: Pick<Config, 'http'>): ReadonlyMap<number, Deprecation | undefined> {
  const { numbers } = new ApiVersions(http);
  const entries = Object.entries(http.deprecatedVersions).map(([version, settings]) => {
    if (numbers.some((number) => String(number) === version))
      return [Number(version), deprecationOf(`http.deprecatedVersions.${version}`, settings)] as const;
    throw new Error(
      `Configuration: "http.deprecatedVersions" names the version "${version}"; the versions are ${numbers.join(', ')}.`,
    );
  });
  return new Map(entries);
}

function deprecationOf(name: string, settings: RouteSettings): Deprecation | undefined {
  const { deprecated = false, link, successor } = settings;
  if (deprecated === false) return undefined;
  const since = typeof deprecated === 'string' ? new Date(deprecated) : undefined;
  const sunset = settings.sunset === undefined ? undefined : new Date(settings.sunset);
  if (since && sunset && sunset < since)
    throw new Error(`Configuration: the "sunset" of "${name}" is before its "deprecated"; correct one of them.`);
  return { since, sunset, link, successor };
}

function addOnce(entries: Map<Route, Entry>, route: Route, entry: Entry): void {
  const other = entries.get(route);
  if (other)
    throw new Error(
      `Configuration: "routes" names one route as "${other.name}" and "${entry.name}"; keep one of them.`,
    );
  entries.set(route, entry);
}

/** Normalizes the name of an entry: methods in any case, parameters of any name, with or without `/api`. */
function keyOfName(name: string): string {
  const [method = '', address = ''] = name.split(/ +/);
  return keyOf(method.toUpperCase(), address.replace(/^\/api\//, '/'));
}

function keyOf(method: string, address: string): string {
  return `${method} ${canonOf(address)}`;
}

/** Remark on settings for a route of an unloaded plugin. @throws Error for another name: a typo could leave a route open */
function remarkOnUnloaded(
  name: string,
  { unloaded, routes }: { unloaded: readonly UnloadedPlugin[]; routes: readonly Route[] },
): StartRemark {
  const [, address = ''] = name.split(/ +/);
  // A plugin that was not loaded may serve any address below /me/: its manifest does not list those addresses.
  const find = failedPluginFinder(
    unloaded.map(({ module, addresses }) => ({ module, addresses: [...addresses, '/me'] })),
  );
  const plugin = address === '' ? undefined : find(address);
  if (plugin === undefined) throw unknown(name, routes);
  return {
    file: 'routes',
    message: `"${name}" applies once the plugin "${plugin}" runs; repair or enable the plugin, or remove the entry`,
  };
}

function unknown(name: string, routes: readonly Route[]): Error {
  const names = routes.flatMap(({ methods, address }) => methods.map((method) => `${method} ${address}`));
  const near = nearest(name.replace(' /api/', ' /'), names).map((one) => `"${one}"`);
  const hint = near.length > 0 ? `the nearest are ${near.join(', ')}` : 'list all routes with: lectern routes';
  return new Error(
    `Configuration: "routes" names "${name}", but there is no such route; ${hint}. Correct or remove the name.`,
  );
}
