import { Contract, type Tree } from '../../core/hosting/openapi/contract.ts';
import { BEFORE, STUDENT } from './rows.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly enum?: readonly string[]; readonly pattern?: string; readonly type?: string };
}

/** A list with the filters of its documentation. */
export interface List {
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const serial = (prefix: number, n: number) => `${prefix}${String(n).padStart(18, '0')}`;

/** Values of parameters without an enumeration: with many rows, with few, and with none where that differs. */
const values: Readonly<Record<string, readonly string[]>> = {
  buyer: ['student', 'person 777', 'nobody'],
  categoryId: ['1', '777', '888'],
  code: ['nothing'],
  endDate: [day(1), day(60)],
  gateway: ['WechatPay_Native', 'Lianlian_Web', 'Coin'],
  keyword: ['person', 'person 777', 'nobody', 'person777@example.org'],
  levelId: ['1', '3'],
  locked: ['true', 'false'],
  name: ['tag', 'tag 777', 'nothing'],
  orderSn: [serial(71, 777), '1'],
  'orgIds[]': ['1', String(BEFORE + 77), '1&orgIds[]=2', `${BEFORE + 77}&orgIds[]=${BEFORE + 78}`],
  payer: ['student', 'person 777', 'nobody'],
  resource: ['/users', '/roles', '/nothing'],
  sn: [serial(71, 777), '1'],
  startDate: [day(90), day(2)],
  title: ['Lesson', 'Lesson 777', 'nowhere'],
  tradeSn: [serial(72, 777), '1'],
  userId: [String(STUDENT), String(BEFORE + 777), '999999'],
};

/** Filters that operators combine, in addition to each one alone. */
const pairs: Readonly<Record<string, readonly string[]>> = {
  startDate: ['endDate', 'gateway', 'outcome', 'resource', 'status', 'type', 'userId'],
  resource: ['userId'],
  gateway: ['status'],
  type: ['status'],
  userId: ['status', 'state'],
  levelId: ['state', 'categoryId', 'type'],
  role: ['locked'],
};

/** Rows that the paths of the lists name. */
const placed: Readonly<Record<string, string>> = {
  orderSn: serial(71, 777),
  quizId: String(BEFORE + 100),
  userId: String(STUDENT),
};

const positions = ['fields', 'limit', 'offset', 'start', 'after', 'sort'];

/** All lists of all modules: operations with pages, or with an array as their answer. */
export function listsIn(document: Tree): List[] {
  const reads = new Contract(document).operations.filter(({ method }) => method === 'GET');
  return reads.flatMap(({ path, tree: get }) => {
    const parameters = (get['parameters'] ?? []).filter((one: Parameter) => one.in === 'query');
    const schema = get['responses']['200'].content?.['application/json']?.schema;
    const isList = schema?.type === 'array' || parameters.some(({ name }: Parameter) => name === 'limit');
    return isList ? [{ path: path.replaceAll(/\{(\w+)\}/g, (_, name) => placed[name] ?? '1'), parameters }] : [];
  });
}

/** Filters of a list for which there are no values above. */
export function unknownFilters({ parameters }: List): string[] {
  const names = parameters.filter(({ schema }) => !schema.enum).map(({ name }) => name);
  return names.filter((name) => !(name in values) && !positions.includes(name));
}

/** Orders of a list, from its own documentation: single ones, and one by several names. */
function sortsOf({ parameters }: List): string[] {
  const schema = parameters.find(({ name }) => name === 'sort')?.schema;
  if (schema?.enum) return [...schema.enum];
  const names = /\?:([\w|]+)\)/.exec(schema?.pattern ?? '')?.[1]?.split('|') ?? [];
  const several = names.length > 1 ? [`-${names[1]},${names[0]}`] : [];
  return [...names.flatMap((name) => [name, `-${name}`]), ...several];
}

/** Conditions of single filters with each of their values, and of pairs of filters. */
function filtersOf({ parameters }: List): Record<'single' | 'pairs', string[]> {
  const filters = parameters.filter(({ name }) => !positions.includes(name));
  const given = new Map(filters.map(({ name, schema }) => [name, schema.enum ?? values[name] ?? []]));
  const conditions = (name: string) => (given.get(name) ?? []).map((value) => `${name}=${value}`);
  const single = [...given.keys()].flatMap(conditions);
  const paired = [...given.keys()].flatMap((name) =>
    (pairs[name] ?? []).flatMap((other) =>
      conditions(name).flatMap((one) => conditions(other).map((two) => `${one}&${two}`)),
    ),
  );
  return { single, pairs: paired };
}

/**
 * Queries of a list: filters, orders and pairs of filters, by number of the page and by cursor.
 * @param isCrossed whether to combine each filter with each order
 */
export function queriesOf(list: List, isCrossed: boolean): string[] {
  const has = (name: string) => list.parameters.some((one) => one.name === name);
  const sorts = sortsOf(list).map((sort) => `sort=${sort}`);
  const { single, pairs: paired } = filtersOf(list);
  const crossed = single.flatMap((filter) => sorts.map((sort) => `${filter}&${sort}`));
  const conditions = ['', ...single, ...sorts, ...paired, ...(isCrossed ? crossed : [])];
  const deep = ['', ...single, ...sorts].filter(() => has('offset')).map((one) => `${one}&offset=1000`);
  return [...conditions, ...deep, ...conditions.filter(() => has('after')).map((one) => `${one}&after=`)];
}
