import { beyond, type Kernel, type ModuleView, type UsedKind, type Uses } from '../../hosting/internals.ts';
import { hasDatabase } from '../../cli/index.ts';
import { parsedFiles, usedInSources, type ParsedFile } from './used_in_sources.ts';
import { usedTables } from './used_tables.ts';

/** A difference between what a module uses and what its manifest names. */
export interface UseDifference {
  /** Kind and name, such as `services "users"`. */
  readonly what: string;
  readonly isMissing: boolean;
  /** File that uses what is not named, below the root or below the folder of the module. */
  readonly file?: string | undefined;
}

export interface ComparedUses {
  /** The complete block for the manifest. */
  readonly uses: Uses;
  /** Undefined for a manifest without `uses`. */
  readonly differences: readonly UseDifference[] | undefined;
}

interface Owned {
  readonly module: string;
  readonly name: string;
}

/** Tables of a started installation, with the modules that own them. */
export async function ownedTablesIn(kernel: Kernel): Promise<readonly Owned[]> {
  return hasDatabase(kernel) ? kernel.services.migrations.tablesOf() : [];
}

/** What a module names, and the tables of all modules. */
export interface UseTerms {
  readonly declared: Uses | undefined;
  readonly tables: readonly Owned[];
}

/** Compares what a started module uses with `uses` of its manifest. */
export function compareUses(kernel: Kernel, module: ModuleView, { declared, tables }: UseTerms): ComparedUses {
  const { name } = module;
  const files = parsedFiles(module.folder);
  const things = [...kernel.usedBy(name), ...usedInSources(files)];
  const foreign = new Set(tables.filter((table) => table.module !== name).map((table) => table.name));
  const inTables = usedTables(files, foreign);
  const uses = grouped(things, inTables, declared ?? {});
  if (!declared) return { uses, differences: undefined };
  const places = new Map<string, string>([
    ...things.map(({ kind, name: thing, file }) => [`${kind} "${thing}"`, file] as const),
    ...inTables.map(({ table, use, file }) => [`tables "${table}" (${use})`, file] as const),
  ]);
  const missing = beyond(uses, declared).map((what) => ({ what, isMissing: true, file: places.get(what) }));
  const unused = beyond(declared, uses).filter((what) => !isMentioned(what, files));
  return { uses, differences: [...missing, ...unused.map((what) => ({ what, isMissing: false }))] };
}

type Things = ReturnType<Kernel['usedBy']>;

/** Names by kind. What a source does not name (`*`) stands for the names of the manifest, if it has any. */
function grouped(things: Things, tables: ReturnType<typeof usedTables>, declared: Uses): Uses {
  const kinds = [...new Set(things.map(({ kind }) => kind))];
  const lists = kinds.map((kind) => {
    const names = things.filter((one) => one.kind === kind).flatMap(({ name }) => known(name, kind, declared));
    return [kind, [...new Set(names)].sort()] as const;
  });
  const writes = new Set(tables.filter(({ use }) => use === 'write').map(({ table }) => table));
  const uses = [...new Set(tables.map(({ table }) => table))].sort();
  const byTable = Object.fromEntries(uses.map((table) => [table, writes.has(table) ? 'write' : 'read'] as const));
  return { ...Object.fromEntries(lists), ...(uses.length > 0 && { tables: byTable }) };
}

function known(name: string, kind: UsedKind, declared: Uses): readonly string[] {
  const named = declared[kind] ?? [];
  return name === '*' && named.length > 0 ? named : [name];
}

/** Whether the sources have the name of a service that no call has requested so far, such as one of a command. */
function isMentioned(what: string, files: readonly ParsedFile[]): boolean {
  const [, service] = /^services "(.*)"$/.exec(what) ?? [];
  if (service === undefined) return false;
  return files.some(({ nodes }) =>
    nodes.some(({ type, name, value }) => (type === 'Identifier' ? name : value) === service),
  );
}
