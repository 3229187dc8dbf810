import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTree } from '../../kernel/base/tree.ts';
import type { Services } from '../../kernel/declare/services.ts';
import { changesBetween, contractDigest, declarationOf, declarationTexts, type Declaration } from './route_contract.ts';
import { readText } from '../../kernel/base/text_file.ts';
import { reasonOf } from '../../kernel/base/thrown.ts';
import { placeOf } from '../../kernel/modules/layers.ts';
import type { ModuleView } from './module_view.ts';
import type { Route, StartRemark } from '../../kernel/routes/route.ts';

/** File in which a module records the declarations of the operations that it overrides. */
export const overrideRecordsFile = 'overrides.json';

/** Declaration of an overridden operation at the time of recording. */
interface OverrideRecord {
  readonly digest: string;
  /** File of the overridden operation. */
  readonly from: string;
  readonly original: Declaration;
}

/** Input of the comparison of overrides with their records; a `Kernel` has all these properties. */
export interface OverrideParts {
  readonly routes: readonly Route[];
  readonly disabled: { readonly routes: readonly Route[] };
  readonly modules: readonly Pick<ModuleView, 'name' | 'folder' | 'layer'>[];
  readonly services: Services;
}

/** State of an override, by comparison of the overridden operation (the original) with its record. */
export interface OverrideState {
  readonly module: string;
  /** Method and address: `GET /articles/{id}`; empty for unreadable records. */
  readonly operation: string;
  /** File of the override; the file of the records if the override was removed or the records are unreadable. */
  readonly file: string;
  /**
   * The original is the `same` as recorded, has `changed`, or is `gone`. `unrecorded`: the override has no record.
   * `left`: the record belongs to a removed override. `unreadable`: the file of the records cannot be read.
   */
  readonly state: 'same' | 'changed' | 'gone' | 'unrecorded' | 'left' | 'unreadable';
  /** File of the operation that is or was overridden; empty for unreadable records. */
  readonly original: string;
  /** Differences part by part, or the problem of the records. */
  readonly changes: readonly string[];
}

/** Compares every override in plugins and custom with the record of its original, module by module. */
export function overrideStates(parts: OverrideParts): OverrideState[] {
  const chains = chainsByModule(parts);
  const modules = parts.modules.filter(({ layer }) => layer !== 'core');
  return modules.flatMap((module) => statesOf(module, chains.get(module.name) ?? [], parts));
}

/**
 * Writes `overrides.json` of each plugin and of custom: the current declarations of the operations that it overrides.
 * Removes the file of a module without overrides.
 * @returns names of the plugins with overrides, and `custom`, if it has some
 */
export function recordOverrides(parts: OverrideParts): string[] {
  const names: string[] = [];
  const chains = chainsByModule(parts);
  for (const { name, folder } of parts.modules.filter(({ layer }) => layer !== 'core')) {
    const overrides = (chains.get(name) ?? []).filter(isOverride);
    const records = Object.fromEntries(overrides.map((route) => [keyOf(route), recordOf(route, parts)]));
    const file = join(folder, overrideRecordsFile);
    const isEmpty = Object.keys(records).length === 0;
    if (isEmpty) rmSync(file, { force: true });
    else writeFileSync(file, `${JSON.stringify(records, null, 2)}\n`);
    if (!isEmpty) names.push(name);
  }
  return names;
}

/** Remarks of the start on overrides whose original has changed or is gone, and on unreadable records. */
export function remarksOnOverrides(parts: OverrideParts): StartRemark[] {
  const fix = 'check whether the override still fits, then run lectern doctor --accept';
  return overrideStates(parts).flatMap(({ state, file, operation, original, changes }) => {
    if (state === 'gone')
      return [{ file, message: `the overridden operation ${operation} of ${original} is gone; ${fix}` }];
    if (state === 'unreadable') return [{ file, message: changes.join('; ') }];
    if (state !== 'changed') return [];
    const message = `the overridden operation ${operation} of ${original} has changed: ${changes.join('; ')}; ${fix}`;
    return [{ file, message }];
  });
}

type Module = OverrideParts['modules'][number];

function statesOf(module: Module, chain: readonly Route[], parts: OverrideParts): OverrideState[] {
  const { name, folder } = module;
  const file = `${placeOf(module)}/${overrideRecordsFile}`;
  const overrides = new Map(chain.filter(isOverride).map((route) => [keyOf(route), route]));
  let records: Readonly<Record<string, OverrideRecord>>;
  try {
    records = readRecords(folder);
  } catch (error) {
    const changes = [
      `the file cannot be read (${reasonOf(error)}); fix it, or write it anew with: lectern doctor --accept`,
    ];
    return [{ module: name, operation: '', file, state: 'unreadable', original: '', changes }];
  }
  const present = [...overrides].map(([key, route]) => ({ module: name, ...stateOf(route, records[key], parts) }));
  const own = new Map(chain.map((route) => [keyOf(route), route]));
  const absent = Object.entries(records).filter(([key]) => !overrides.has(key));
  return [
    ...present,
    ...absent.map(([operation, { from }]): OverrideState => {
      const route = own.get(operation);
      const state = route ? 'gone' : 'left';
      return { module: name, operation, file: route?.file ?? file, state, original: from, changes: [] };
    }),
  ];
}

function stateOf(
  route: Route,
  record: OverrideRecord | undefined,
  { services }: OverrideParts,
): Omit<OverrideState, 'module'> {
  const original = route.overridden[0] as Route;
  const about = { operation: keyOf(route), file: route.file, original: original.file };
  if (!record) return { ...about, state: 'unrecorded', changes: [] };
  const now = declarationOf(original, services);
  if (contractDigest(now) === record.digest) return { ...about, state: 'same', changes: [] };
  const changes = changesBetween(record.original, now).map(({ what }) => what);
  return { ...about, state: 'changed', changes: changes.length > 0 ? changes : ['its record was changed by hand'] };
}

function recordOf(route: Route, { services }: OverrideParts): OverrideRecord {
  const overridden = route.overridden[0] as Route;
  const original = declarationOf(overridden, services);
  return { digest: contractDigest(original), from: overridden.file, original: declarationTexts(original) };
}

function isOverride({ overridden }: Route): boolean {
  return overridden.length > 0;
}

/** Routes of each module, overridden ones included. */
function chainsByModule({ routes, disabled }: OverrideParts): Map<string, Route[]> {
  const chains = new Map<string, Route[]>();
  for (const route of [...routes, ...disabled.routes].flatMap((winner) => [winner, ...winner.overridden])) {
    const chain = chains.get(route.module);
    if (chain) chain.push(route);
    else chains.set(route.module, [route]);
  }
  return chains;
}

function keyOf({ methods, address }: Route): string {
  return `${methods[0] ?? ''} ${address}`;
}

/** Records of a module; none without a file. @throws Error when the file is not a JSON object of records */
function readRecords(folder: string): Readonly<Record<string, OverrideRecord>> {
  const file = join(folder, overrideRecordsFile);
  if (!existsSync(file)) return {};
  const records: unknown = JSON.parse(readText(file));
  if (isTree(records) && Object.values(records).every(isRecord)) return records as Record<string, OverrideRecord>;
  throw new Error('it is no object whose entries have "digest", "from" and "original"');
}

function isRecord(record: unknown): boolean {
  const { digest, from, original } = isTree(record) ? record : {};
  return typeof digest === 'string' && typeof from === 'string' && isTree(original);
}
