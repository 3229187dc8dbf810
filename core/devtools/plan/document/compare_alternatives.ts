import type { Comparison, Found, Pair } from './change.ts';
import { typeWords } from './compare_types.ts';
import type { Schema, Schemas } from './schema.ts';
import { listOf, treeOf, type Tree } from './tree.ts';

/** Type of `compareSchemas`, which calls the functions of this file. */
type Compare = (schemas: Schemas, at: Comparison) => void;

const words = ['anyOf', 'oneOf'];

/** Whether a schema has alternatives. */
export function hasAlternatives(schema: Tree): boolean {
  return words.some((word) => word in schema);
}

/** Compares alternatives. Each former one of an input must match a new one; each new one of an answer, a former one. */
export function compareAlternatives(schemas: Schemas, resolved: Schema, { at, compare }: Comparing): void {
  const before = branchesOf(schemas.before, resolved.before);
  const after = branchesOf(schemas.after, resolved.after);
  const isSent = schemas.direction === 'sent';
  const [due, offered] = isSent ? [before, after] : [after, before];
  const mayJoin = !isSent && joinsNames(resolved, { before, after });
  for (const one of due) {
    const pairs = offered.map((other) => ({ ...schemas, ...(isSent ? pairOf(one, other) : pairOf(other, one)) }));
    if (findMatch(pairs, { at, compare })) continue;
    const namesake = pairs.find(
      (pair) => nameOf(pair.before) !== undefined && nameOf(pair.before) === nameOf(pair.after),
    );
    const name = nameOf(one) ?? typeWords(treeOf(one));
    if (namesake) compare(namesake, at);
    else if (mayJoin && nameOf(one) !== undefined) at.surprises(`the alternative ${name} is new`);
    else at.breaks(`the alternative ${name} is ${isSent ? 'gone' : 'new'}`);
  }
  if (due.length < offered.length) at.notes(`alternatives: ${before.length} before, ${after.length} now`);
}

interface Comparing {
  readonly at: Comparison;
  readonly compare: Compare;
}

/**
 * Whether a pair of alternatives has no breaking difference. If all such pairs have surprises, reports the first pair.
 */
function findMatch(pairs: readonly Schemas[], { at, compare }: Comparing): boolean {
  const results = pairs.map((pair) => {
    const found: Found = new Map();
    compare(pair, at.apart(found));
    const changes = [...found.values()];
    return { pair, isBreaking: changes.some((one) => one.breaking), surprises: changes.some((one) => one.surprising) };
  });
  const matches = results.filter(({ isBreaking }) => !isBreaking);
  if (matches.length === 0) return false;
  if (matches.every(({ surprises }) => surprises)) compare((matches[0] as (typeof matches)[0]).pair, at);
  return true;
}

/** Whether all former alternatives have names and are kept. New ones are then additions, such as those of plugins. */
function joinsNames(resolved: Schema, { before, after }: Pair<readonly unknown[]>): boolean {
  const kept = new Set(after.map(nameOf));
  return 'anyOf' in resolved.before && before.every((one) => nameOf(one) !== undefined && kept.has(nameOf(one)));
}

/** Compares the parts that a value has to match together (`allOf`). */
export function compareParts(schema: Schema, { at, compare }: Comparing): void {
  const [was, is] = [partsOf(schema.before), partsOf(schema.after)];
  const isSent = schema.direction === 'sent';
  for (const [key, part] of was)
    if (is.has(key)) compare({ ...schema, before: part, after: is.get(key) }, at);
    else at[isSent ? 'surprises' : 'breaks'](`the part ${key} of allOf is gone`);
  for (const key of is.keys()) if (!was.has(key)) at[isSent ? 'breaks' : 'notes'](`the part ${key} of allOf is new`);
}

/** Parts of `allOf` by name; parts without a name by their position. */
function partsOf({ allOf }: Tree): ReadonlyMap<string, unknown> {
  return new Map(listOf(allOf).map((part, index) => [nameOf(part) ?? String(index + 1), part]));
}

function branchesOf(written: unknown, resolved: Tree): readonly unknown[] {
  const word = words.find((one) => one in resolved);
  return word === undefined ? [written] : listOf(resolved[word]);
}

function pairOf<T>(before: T, after: T): Pair<T> {
  return { before, after };
}

function nameOf(schema: unknown): string | undefined {
  const { $ref } = treeOf(schema);
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
}
