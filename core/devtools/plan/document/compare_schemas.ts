import type { Comparison, Pair } from './change.ts';
import { compareAlternatives, compareParts, hasAlternatives } from './compare_alternatives.ts';
import { compareBounds } from './compare_bounds.ts';
import { compareConstraints } from './compare_constraints.ts';
import { compareLifetime } from './compare_lifetime.ts';
import { compareTypes } from './compare_types.ts';
import { compareDiscriminators, compareValues } from './compare_values.ts';
import type { Direction, Schema, Schemas } from './schema.ts';
import { listOf, treeOf, type Tree } from './tree.ts';

export function compareSchemas(schemas: Schemas, place: Comparison): void {
  const { before, after, around = [] } = schemas;
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
  const pair = `${was} ${is}`;
  if ((was === is && !pair.includes('$ref')) || around.includes(pair)) return;
  const at = place.within({ before, after });
  const resolved = { before: at.resolve.before(before), after: at.resolve.after(after) };
  const schema = { ...schemas, ...resolved, around: [...around, pair] };
  compareDiscriminators(schema, at);
  if (hasAlternatives(schema.before) || hasAlternatives(schema.after)) {
    compareAlternatives({ ...schema, before, after }, schema, { at, compare: compareSchemas });
    if (!hasAlternatives(schema.before) || !hasAlternatives(schema.after)) return;
  }
  if (!compareTypes(schema, at)) return;
  compareValues(schema, at);
  compareBounds(schema, at);
  compareConstraints(schema, at);
  compareParts(schema, { at, compare: compareSchemas });
  compareProperties(schema, at);
  compareElements(schema, at);
}

/**
 * Compares elements of lists, and fields that `properties` omits. A missing schema allows any value, as `true` does.
 */
function compareElements(schema: Schema, at: Comparison): void {
  for (const [word, step] of Object.entries({ items: '[]', additionalProperties: '*' })) {
    const [before = {}, after = {}] = [schema.before[word], schema.after[word]];
    const isClosed = before === false || after === false;
    if (!isClosed) compareSchemas({ ...schema, before: treeOf(before), after: treeOf(after) }, at.at(step));
  }
}

function compareProperties(schema: Schema, at: Comparison): void {
  const [was, is] = [treeOf(schema.before['properties']), treeOf(schema.after['properties'])];
  const [needed, needs] = [listOf(schema.before['required']), listOf(schema.after['required'])];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const pair = { before: at.resolve.before(was[name]), after: at.resolve.after(is[name]) };
    const isHidden = isUnused(name in is ? pair.after : pair.before, schema.direction);
    const here = isHidden ? at.at(name).harmless() : at.at(name);
    const demand = { before: needed.includes(name), after: needs.includes(name) };
    if (!(name in is)) compareGone(schema, demand.before, here);
    else if (!(name in was)) compareNew({ ...pair, direction: schema.direction }, demand.after, here);
    else {
      compareDemand({ ...pair, direction: schema.direction }, demand, here);
      compareUse({ ...pair, direction: schema.direction }, demand.after, here);
      compareLifetime(pair, 'field', here);
      compareSchemas({ ...schema, before: was[name], after: is[name] }, here);
    }
  }
}

/** Whether clients never send the field (`readOnly`), or never get the field (`writeOnly`). */
function isUnused(field: Tree, direction: Direction): boolean {
  return field[direction === 'sent' ? 'readOnly' : 'writeOnly'] === true;
}

/**
 * Reports a field that is gone. Clients of an answer must expect the loss of an optional field, so it only surprises.
 */
function compareGone({ after, direction }: Schema, wasDemanded: boolean, at: Comparison): void {
  const isRefused = after['additionalProperties'] === false;
  if (direction === 'sent' && isRefused) at.breaks('the field is refused now');
  else if (direction === 'sent') at.surprises('the field is no longer read');
  else at[wasDemanded ? 'breaks' : 'surprises']('the field is gone');
}

function compareNew({ after, direction }: Schema, isDemanded: boolean, at: Comparison): void {
  if (direction === 'sent' && isDemanded && !('default' in after)) at.breaks('the field is new and required');
  else at.notes('the field is new');
}

function compareDemand(field: Schema, { before, after }: Pair<boolean>, at: Comparison): void {
  const isSent = field.direction === 'sent';
  if (before === after) return;
  if (isSent && after) at['default' in field.after ? 'notes' : 'breaks']('the field is required now');
  else if (!isSent && before) at.breaks('the field is optional now');
  else at.notes(after ? 'the field is always present now' : 'the field is optional now');
}

/** Compares `readOnly` and `writeOnly` of a field. A required field that was `writeOnly` is new in answers. */
function compareUse({ before, after, direction }: Schema, isDemanded: boolean, at: Comparison): void {
  for (const word of ['readOnly', 'writeOnly']) {
    const [was, is] = [before[word] === true, after[word] === true];
    if (was === is) continue;
    const isNew = direction === 'answered' && word === 'writeOnly' && was && isDemanded;
    at[isNew ? 'surprises' : 'notes'](`${word} was ${was} and is ${is}`);
  }
}
