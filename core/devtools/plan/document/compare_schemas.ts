import type { Change, Comparison, Pair } from './change.ts';
import { compareBounds } from './compare_bounds.ts';
import { listOf, treeOf, type Tree } from './tree.ts';

/** Sender of a value: the client (`sent`), whose values must stay valid, or the server (`answered`). */
export type Direction = 'sent' | 'answered';

/** A schema in both versions, and the direction of its values. */
export interface Schemas extends Pair<unknown> {
  readonly direction: Direction;
}

const DEEPEST = 20;

/** Compares two schemas. */
export function compareSchemas({ before, after, direction }: Schemas, at: Comparison, depth = 0): void {
  if (JSON.stringify(before) === JSON.stringify(after) && !JSON.stringify(before ?? null).includes('$ref')) return;
  const pair = { before: at.resolve.before(before), after: at.resolve.after(after), direction };
  if (depth > DEEPEST) return;
  if ('anyOf' in pair.before || 'anyOf' in pair.after) {
    const branches = { before: branchesOf(before, pair.before), after: branchesOf(after, pair.after) };
    const mayJoin = direction === 'answered' && 'anyOf' in pair.before;
    compareAlternatives({ ...branches, direction, mayJoin }, at, depth);
    return;
  }
  if (!compareTypes(pair, at)) return;
  compareWords(pair, at);
  compareBounds(pair, at);
  compareProperties(pair, at, depth);
  for (const [word, step] of [
    ['items', '[]'],
    ['additionalProperties', '*'],
  ] as const) {
    const inner = { before: pair.before[word], after: pair.after[word], direction };
    if (typeof inner.before === 'object' && typeof inner.after === 'object')
      compareSchemas(inner, at.at(step), depth + 1);
  }
}

/** Compares the types. @returns whether to compare the schemas further */
function compareTypes({ before, after, direction }: Pair<Tree> & { direction: Direction }, at: Comparison): boolean {
  const [was, is] = [typesOf(before), typesOf(after)];
  const [wide, narrow] = direction === 'sent' ? [is, was] : [was, is];
  if (fits(narrow, wide)) {
    if (!fits(wide, narrow)) at.notes(`the type was ${wordsOf(was)} and is ${wordsOf(is)}`);
    return true;
  }
  at.breaks(`the type was ${wordsOf(was)} and is ${wordsOf(is)}`);
  return false;
}

function typesOf({ type }: Tree): readonly string[] {
  return type === undefined ? [] : [type].flat().map(String);
}

/** Whether every type in `narrow` is allowed by `wide`. An empty list stands for all types. */
function fits(narrow: readonly string[], wide: readonly string[]): boolean {
  if (wide.length === 0) return true;
  if (narrow.length === 0) return false;
  return narrow.every((type) => wide.includes(type) || (type === 'integer' && wide.includes('number')));
}

function wordsOf(types: readonly string[]): string {
  return types.length === 0 ? 'anything' : types.join(' or ');
}

function compareWords({ before, after, direction }: Pair<Tree> & { direction: Direction }, at: Comparison): void {
  const [was, is] = [before['enum'], after['enum']].map((words) =>
    Array.isArray(words) ? words.map(String) : undefined,
  );
  const gone = was?.filter((word) => is && !is.includes(word)) ?? [];
  const fresh = is?.filter((word) => was && !was.includes(word)) ?? [];
  if (gone.length > 0) at[direction === 'sent' ? 'breaks' : 'notes'](`values not allowed any more: ${gone.join(', ')}`);
  if (fresh.length > 0) at[direction === 'sent' ? 'notes' : 'surprises'](`new values: ${fresh.join(', ')}`);
  if (!was && is && direction === 'sent') at.breaks(`must be one of ${is.join(', ')} now`);
  if (was && !is && direction === 'answered') at.breaks(`may have other values than ${was.join(', ')} now`);
}

function compareProperties(pair: Pair<Tree> & { direction: Direction }, at: Comparison, depth: number): void {
  const { direction } = pair;
  const [was, is] = [treeOf(pair.before['properties']), treeOf(pair.after['properties'])];
  const [needed, needs] = [listOf(pair.before['required']), listOf(pair.after['required'])];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const here = at.at(name);
    const demand = { before: needed.includes(name), after: needs.includes(name) };
    if (!(name in is)) here.breaks(direction === 'sent' ? 'the field is no longer read' : 'the field is gone');
    else if (!(name in was)) compareNew(direction === 'sent' && demand.after, here);
    else {
      compareDemand(demand, direction, here);
      compareSchemas({ before: was[name], after: is[name], direction }, here, depth + 1);
    }
  }
}

function compareNew(isDemanded: boolean, at: Comparison): void {
  if (isDemanded) at.breaks('the field is new and required');
  else at.notes('the field is new');
}

function compareDemand({ before, after }: Pair<boolean>, direction: Direction, at: Comparison): void {
  if (before === after) return;
  if (direction === 'sent' && after) at.breaks('the field is required now');
  else if (direction === 'answered' && before) at.breaks('the field is optional now');
  else at.notes(after ? 'the field is always present now' : 'the field is optional now');
}

function branchesOf(written: unknown, resolved: Tree): readonly unknown[] {
  return 'anyOf' in resolved ? listOf(resolved['anyOf']) : [written];
}

/** The alternatives (`anyOf`) of a schema in both versions. */
interface Alternatives extends Pair<readonly unknown[]> {
  readonly direction: Direction;
  /** Whether new named alternatives are harmless, such as shapes that plugins contribute to an answer. */
  readonly mayJoin: boolean;
}

/** Compares alternatives. Each former input must match a new alternative, and each new answer a former one. */
function compareAlternatives({ before, after, direction, mayJoin }: Alternatives, at: Comparison, depth: number): void {
  const [due, offered] = direction === 'sent' ? [before, after] : [after, before];
  const kept = new Set(after.map(nameOf));
  const isAdditive = mayJoin && before.every((one) => nameOf(one) !== undefined && kept.has(nameOf(one)));
  for (const one of due) {
    const pairOf = (other: unknown) => {
      const [was, is] = direction === 'sent' ? [one, other] : [other, one];
      return { before: was, after: is, direction };
    };
    if (offered.some((other) => isHarmless(pairOf(other), at, depth))) continue;
    const namesake = offered.find((other) => nameOf(other) !== undefined && nameOf(other) === nameOf(one));
    if (namesake !== undefined) compareSchemas(pairOf(namesake), at, depth + 1);
    else if (isAdditive && nameOf(one) !== undefined) at.surprises(`the alternative ${nameOf(one)} is new`);
    else
      at.breaks(
        `the alternative ${nameOf(one) ?? wordsOf(typesOf(treeOf(one)))} is ${direction === 'sent' ? 'gone' : 'new'}`,
      );
  }
  if (due.length < offered.length) at.notes(`alternatives: ${before.length} before, ${after.length} now`);
}

function isHarmless(schemas: Schemas, at: Comparison, depth: number): boolean {
  const found: Change[] = [];
  compareSchemas(schemas, at.apart(found), depth + 1);
  return found.every(({ breaking }) => !breaking);
}

function nameOf(schema: unknown): string | undefined {
  const { $ref } = treeOf(schema);
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
}
