import type { TSchema } from '@sinclair/typebox';
import { isUnfiltered } from '../declare/answer.ts';
import { input, type InputFields } from '../declare/input.ts';
import { contributorOf, type Assembly } from '../routes/assembly.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import type { Route } from '../routes/route.ts';
import type { RouteTable } from '../routes/route_table.ts';

/** A contribution to the extension point `listKeys`. */
interface ListKeys {
  readonly list: string;
  readonly sorts?: Readonly<Record<string, { readonly sql: string; readonly type: string }>>;
  readonly input?: InputFields;
  readonly where?: unknown;
}

/** Property `sorted` of a `sort` input: its names, its list, and the module of each name that a module added. */
interface Sorted {
  readonly names: readonly string[];
  /** Names of orders with a fixed direction. */
  readonly orders: readonly string[];
  readonly list?: string;
  readonly added?: Readonly<Record<string, Origin>>;
}

type Origin = Pick<LoadedModule, 'layer'> & { readonly module: string; readonly file: string };

interface Contributed {
  readonly keys: ListKeys;
  readonly origin: Origin;
  readonly fault: (problem: string) => ModuleFault;
}

const TYPES = ['integer', 'decimal', 'text', 'time'];
const NAME = /^[A-Za-z]\w*$/;

/**
 * Adds the sort keys and input fields of modules to the lists that they name.
 * @throws ModuleFault for a wrong contribution, such as an unknown list or a sort key that is no field of the answer
 */
export function withListKeys({ modules, registry }: Pick<Assembly, 'modules' | 'registry'>, table: RouteTable) {
  let { routes } = table;
  for (const keys of registry.contributions.of('listKeys')) {
    const { layer, name: module, servicesFile: file } = contributorOf(keys, { modules, registry });
    const { list } = keys as ListKeys;
    const fault = (problem: string) => new ModuleFault(module, file, `the contribution to "listKeys" ${problem}`);
    const lists = routes.filter((route) => sortedOf(route)?.list === list);
    if (lists.length === 0) throw fault(`names the unknown list "${list}"; write ${namesOfLists(routes)}.`);
    const contributed = { keys: keys as ListKeys, origin: { layer, module, file }, fault };
    refuseMistake(contributed, lists);
    routes = routes.map((route) => (lists.includes(route) ? extendedRoute(route, contributed) : route));
  }
  return { ...table, routes };
}

function namesOfLists(routes: readonly Route[]): string {
  const names = new Set(routes.flatMap((route) => sortedOf(route)?.list ?? []));
  return `one of ${[...names].join(', ')}, which accept keys`;
}

function refuseMistake({ keys, fault }: Contributed, lists: readonly Route[]): void {
  if (keys.input && typeof keys.where !== 'function')
    throw fault('has input, but no function "where"; write where(query, values).');
  for (const [name, { sql, type }] of Object.entries(keys.sorts ?? {})) {
    if (!NAME.test(name))
      throw fault(`has the sort key "${name}"; use letters, digits and underscores, a letter first.`);
    if (typeof sql !== 'string' || !TYPES.includes(type))
      throw fault(
        `has the sort key "${name}" without a text "sql" or a known "type"; write both, "type" as one of ${TYPES.join(', ')}.`,
      );
    // A sort key must be a field of the answer, because cursors and the order of the list reveal its values.
    if (!lists.some((route) => isAnswered(name, route)))
      throw fault(`has the sort key "${name}", but no list answers a field of that name; add it with extendShape.`);
  }
}

function extendedRoute(route: Route, { keys, origin, fault }: Contributed): Route {
  const { names, orders, list, added = {} } = sortedOf(route) as Sorted;
  const sorts = Object.keys(keys.sorts ?? {}).filter((name) => isAnswered(name, route));
  const taken = (what: string, owner: Origin | undefined) =>
    fault(
      `adds the ${what}, but the module ${owner?.module ?? route.module} has that name already; choose another name.`,
    );
  for (const name of sorts) if ([...names, ...orders].includes(name)) throw taken(`sort key "${name}"`, added[name]);
  const fields = Object.entries<TSchema>(keys.input ?? {}).map(([name, schema]) => {
    const other = Object.hasOwn(route.input, name) ? route.input[name] : undefined;
    if (other) throw taken(`input "${name}"`, other['x-origin'] as Origin | undefined);
    return [name, { ...schema, 'x-origin': origin }] as const;
  });
  const { description, default: preset } = route.input['sort'] as { description: string; default?: string };
  const all = [...names, ...sorts] as const;
  const terms = { description, orders, ...(preset !== undefined && { default: preset }) };
  const origins = Object.fromEntries(sorts.map((name) => [name, origin]));
  const sort = { ...input.sort(all, terms), sorted: { names: all, orders, list, added: { ...added, ...origins } } };
  return { ...route, input: { ...route.input, ...Object.fromEntries(fields), sort } };
}

function sortedOf({ input: { sort } }: Route): Sorted | undefined {
  return sort?.['sorted'] as Sorted | undefined;
}

/** Whether the entries of the answer have a field of this name. */
function isAnswered(name: string, { answer, mode = '' }: Route): boolean {
  if (isUnfiltered(answer)) return false;
  if ('kind' in answer) return 'shape' in answer && Object.hasOwn(answer.shape.fields(mode), name);
  return Object.hasOwn(answer.fields(mode), name);
}
