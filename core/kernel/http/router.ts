import createRouter from 'find-my-way';
import type { Route } from '../routes/route.ts';
import { canonOf, parameterNames, spellingsOf } from '../base/addresses.ts';

/** Entries at one path: one for each method, and the value of `Allow`. */
export interface PathEntries<E> {
  readonly entries: ReadonlyMap<string, E>;
  readonly allow: string;
}

/** Entries at a path, and the values of its parameters in order. */
export interface Match<E> {
  readonly place: PathEntries<E>;
  readonly values: readonly string[];
}

/** Finds routes by path, in one radix tree for the whole API. */
export interface Router<E> {
  /** Entries at a path without its query; undefined without entries. @throws URIError on broken percent-encoding */
  find(path: string): Match<E> | undefined;
}

/** Builds the tree of all routes below `/api`, in singular and plural spelling. @param compile makes the entry of a route */
export function buildRouter<E>(routes: readonly Route[], compile: (route: Route) => E): Router<E> {
  const tree = createRouter({
    ignoreTrailingSlash: true,
    maxParamLength: 2_000,
    onBadUrl: nothing,
    querystringParser: () => null,
  });
  for (const [canon, place] of placesOf(routes, compile)) {
    const patterns = new Set(place.addresses.flatMap(spellingsOf).map(patternOf));
    // All routes use one method of the tree; `entries` selects by the method of the request.
    for (const pattern of patterns)
      tree.on('GET', `/api${pattern}`, nothing, { canon, entries: place.entries, allow: place.allow });
  }
  return { find: (path) => matchOf<E>(tree.find('GET', path)) };
}

/** Parameters of a route by name. @param values of the match, in order */
export function pathParameters({ parameters }: Route, values: readonly string[]): Record<string, string> {
  const named: Record<string, string> = {};
  for (let index = 0; index < values.length; index++) named[parameters[index] as string] = values[index] as string;
  return named;
}

function nothing(): void {
  // The handler is never called: the tree is used for lookup only.
}

function matchOf<E>(found: createRouter.FindResult<createRouter.HTTPVersion.V1> | null): Match<E> | undefined {
  if (!found) return undefined;
  // For an undecodable URL, the tree returns its handler for bad URLs, which has no store.
  if (!found.store) throw new URIError('The percent-encoding of the path is broken; write % as %25.');
  return { place: found.store as PathEntries<E>, values: Object.values(found.params) as string[] };
}

interface BuiltPlace<E> extends PathEntries<E> {
  readonly addresses: string[];
}

function placesOf<E>(routes: readonly Route[], compile: (route: Route) => E): Map<string, BuiltPlace<E>> {
  const places = new Map<string, BuiltPlace<E>>();
  for (const [canon, here] of groupedByCanon(routes)) {
    const entries = new Map<string, E>();
    for (const route of here) {
      const entry = compile(route);
      for (const method of route.methods) entries.set(method, entry);
      if (route.methods.includes('GET')) entries.set('HEAD', entry);
    }
    const allow = [...entries.keys(), 'OPTIONS'].join(', ');
    places.set(canon, { entries, allow, addresses: [...new Set(here.map(({ address }) => address))] });
  }
  return places;
}

function groupedByCanon(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    const canon = canonOf(route.address);
    groups.set(canon, [...(groups.get(canon) ?? []), route]);
  }
  return groups;
}

/** Names parameters by position: two routes at one place may give a parameter different names. */
function patternOf(address: string): string {
  return parameterNames(address).reduce((path, name, index) => path.replace(`{${name}}`, `:p${index}`), address);
}
