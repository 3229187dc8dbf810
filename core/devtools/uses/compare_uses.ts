import { beyond, useText, type Kernel, type ModuleView, type UsedThing, type Uses } from '../../hosting/internals.ts';
import { hasDatabase } from '../../cli/index.ts';
import { parsedFiles, usedInSources, type ParsedFile } from './used_in_sources.ts';

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

type UsingModule = Pick<ModuleView, 'folder' | 'manifest' | 'name'>;
type Tables = readonly { readonly module: string; readonly name: string }[];

/** Tables of a started installation, with the modules that own them. */
export async function ownedTablesIn(kernel: Kernel): Promise<Tables> {
  return hasDatabase(kernel) ? kernel.services.migrations.tablesOf() : [];
}

/** Compares what a started module uses with `uses` of its manifest. @param tables those of all modules */
export function compareUses(kernel: Kernel, module: UsingModule, tables: Tables): ComparedUses {
  const { name, folder, manifest } = module;
  const declared = manifest.uses;
  const files = parsedFiles(folder);
  const foreign = tables.filter((table) => table.module !== name).map((table) => table.name);
  const things = [...kernel.usedBy(name), ...usedInSources(files, foreign)];
  const uses = usesOf(things, declared ?? {});
  if (!declared) return { uses, differences: undefined };
  const places = new Map(things.map((thing) => [useText(thing), thing.file]));
  const missing = beyond(uses, declared).map((what) => ({ what, isMissing: true, file: places.get(what) }));
  const unused = beyond(declared, uses).filter((what) => !isMentioned(what, files));
  return { uses, differences: [...missing, ...unused.map((what) => ({ what, isMissing: false }))] };
}

/** Names by kind. What a source does not name (`*`) stands for the names of the manifest, if it has any. */
function usesOf(things: readonly UsedThing[], declared: Uses): Uses {
  // The access `write` follows `read`, and so replaces it.
  const sorted = things.map((thing) => [`${thing.name} ${thing.access}`, thing] as const).sort();
  const kinds = [...new Set(things.map(({ kind }) => kind))].map((kind) => {
    const some = sorted.flatMap(([, thing]) => (thing.kind === kind ? thing : []));
    if (kind === 'tables') return [kind, Object.fromEntries(some.map(({ name, access }) => [name, access]))];
    const named = declared[kind] ?? [];
    const names = some.flatMap(({ name }) => (name === '*' && named.length > 0 ? named : name));
    return [kind, [...new Set(names)].sort()];
  });
  return Object.fromEntries(kinds) as Uses;
}

/** Whether the sources have the name of a service that no call has requested so far, such as one of a command. */
function isMentioned(what: string, files: readonly ParsedFile[]): boolean {
  const [, service] = /^services "(.*)"$/.exec(what) ?? [];
  if (service === undefined) return false;
  return files.some(({ nodes }) =>
    nodes.some(({ type, name, value }) => (type === 'Identifier' ? name : value) === service),
  );
}
