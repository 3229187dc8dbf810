import { columnOf, type Placement } from './placement.ts';
import type { ForeignKey, TableFacts } from './table_facts.ts';

/** A table with its place. */
export interface PlacedTable {
  readonly table: string;
  readonly placement: Placement;
}

/** A table that cannot be distributed as declared, and therefore stays on the coordinator. */
export interface BlockedTable extends PlacedTable {
  readonly reasons: readonly string[];
}

export interface DistributionPlan {
  /** Tables to distribute, referenced tables first. */
  readonly tables: readonly PlacedTable[];
  readonly blocked: readonly BlockedTable[];
  /** Tables that no manifest declares; they stay on the coordinator. */
  readonly undeclared: readonly string[];
  /** Foreign keys from tables of the coordinator to distributed tables, which no engine checks. */
  readonly unchecked: readonly ForeignKey[];
}

/** Tables of the migrations themselves, and of the distribution; they stay on the coordinator. */
export const OWN_PREFIX = 'lectern_';

/**
 * Decides which of the declared tables can be distributed, and in which order.
 * @param placed present places of tables that are distributed already, or that the engine manages on the coordinator
 */
export function planOf(
  declared: ReadonlyMap<string, Placement>,
  facts: TableFacts,
  placed: ReadonlyMap<string, Placement> = new Map(),
): DistributionPlan {
  const present = [...facts.columns.keys()].filter((table) => !table.startsWith(OWN_PREFIX)).sort();
  const isDone = (table: string) => (placed.get(table) ?? 'local') !== 'local';
  const wanted = present.flatMap((table): PlacedTable[] => {
    const placement = declared.get(table) ?? 'local';
    return placement === 'local' || isDone(table) ? [] : [{ table, placement }];
  });
  const blocked = blockedOf(wanted, facts, placed);
  const tables = wanted.filter(({ table }) => !blocked.some((one) => one.table === table));
  const apart = new Set(tables.map(({ table }) => table));
  return {
    tables: inOrder(tables, facts.foreignKeys),
    blocked,
    undeclared: present.filter((table) => !declared.has(table)),
    unchecked: facts.foreignKeys.filter(
      ({ table, target }) => !apart.has(table) && !isDone(table) && apart.has(target),
    ),
  };
}

/** Tables with reasons of their own, then those that refer to a table that stays, until no further one is found. */
function blockedOf(
  wanted: readonly PlacedTable[],
  facts: TableFacts,
  placed: ReadonlyMap<string, Placement>,
): BlockedTable[] {
  const reasons = new Map(wanted.map((one) => [one.table, reasonsOf(one, facts, placed)]));
  const places = new Map(placed);
  for (const { table, placement } of wanted) places.set(table, reasons.get(table)?.length === 0 ? placement : 'local');
  const next = () => {
    for (const key of facts.foreignKeys) {
      const own = reasons.has(key.table) ? (places.get(key.table) ?? 'local') : 'local';
      const problem = own === 'local' ? undefined : foreignProblem(key, own, places.get(key.target) ?? 'local');
      if (problem !== undefined) return { table: key.table, problem };
    }
    return undefined;
  };
  for (let found = next(); found; found = next()) {
    reasons.set(found.table, [found.problem]);
    places.set(found.table, 'local');
  }
  return wanted.flatMap((one) => {
    const own = reasons.get(one.table) ?? [];
    return own.length > 0 ? [{ ...one, reasons: own }] : [];
  });
}

function reasonsOf(
  { table, placement }: PlacedTable,
  { columns, keys, ruled }: TableFacts,
  placed: ReadonlyMap<string, Placement>,
): string[] {
  const found = ruled.has(table) ? ['it has rewrite rules or triggers'] : [];
  const column = columnOf(placement);
  const own = columns.get(table);
  if (column === undefined) return found;
  if (placed.get(table) === 'local' && own?.hasIdentity)
    found.push('its migration created it with an identity column and a foreign key to a distributed table');
  if (own?.nullable.includes(column)) found.push(`${column} may be null`);
  else if (!own?.never.includes(column)) found.push(`it has no column ${column}`);
  for (const key of keys.filter((one) => one.table === table))
    if (!key.columns.includes(column))
      found.push(`the unique key ${key.name} (${key.columns.join(', ')}) lacks ${column}`);
  return found;
}

/** Why a foreign key could not be checked on one node; undefined when it can be. */
export function foreignProblem(key: ForeignKey, own: Placement, target: Placement): string | undefined {
  if (target === 'reference') return undefined;
  const what = `the foreign key ${key.name} refers to ${key.target}`;
  if (target === 'local') return `${what}, which stays on the coordinator`;
  if (own === 'reference') return `${what}, which is divided by ${columnOf(target)}`;
  const place = key.columns.indexOf(columnOf(own) as string);
  if (place >= 0 && key.targetColumns[place] === columnOf(target)) return undefined;
  return `${what} without ${columnOf(own)}, so that its row may be on another node`;
}

/** Sorts reference tables first, and each table after those that it refers to. */
function inOrder(tables: readonly PlacedTable[], keys: readonly ForeignKey[]): PlacedTable[] {
  const sorted: PlacedTable[] = [];
  const visit = (one: PlacedTable, path: readonly PlacedTable[]) => {
    if (sorted.includes(one) || path.includes(one)) return;
    for (const { table, target } of keys) {
      const next = table === one.table && tables.find((other) => other.table === target);
      if (next) visit(next, [...path, one]);
    }
    sorted.push(one);
  };
  const isReference = ({ placement }: PlacedTable) => placement === 'reference';
  for (const one of [...tables.filter(isReference), ...tables.filter((other) => !isReference(other))]) visit(one, []);
  return sorted;
}
