import type { Comparison, Pair } from './change.ts';
import { compareAlternatives, compareParts, hasAlternatives } from './compare_alternatives.ts';
import { compareBounds } from './compare_bounds.ts';
import { compareTypes } from './compare_types.ts';
import { compareValues } from './compare_values.ts';
import type { Direction, Schema, Schemas } from './schema.ts';
import { listOf, treeOf, type Tree } from './tree.ts';

const DEEPEST = 20;

/** Compares two schemas. */
export function compareSchemas(schemas: Schemas, at: Comparison, depth = 0): void {
  const { before, after } = schemas;
  if (JSON.stringify(before) === JSON.stringify(after) && !JSON.stringify(before ?? null).includes('$ref')) return;
  if (depth > DEEPEST) return;
  const schema = { ...schemas, before: at.resolve.before(before), after: at.resolve.after(after) };
  const compare = (inner: Schemas, place: Comparison) => compareSchemas(inner, place, depth + 1);
  if (hasAlternatives(schema)) {
    compareAlternatives(schemas, schema, { at, compare });
    return;
  }
  if (!compareTypes(schema, at)) return;
  compareValues(schema, at);
  compareBounds(schema, at);
  compareParts(schema, { at, compare });
  compareProperties(schema, at, depth);
  for (const [word, step] of Object.entries({ items: '[]', additionalProperties: '*' })) {
    const inner = { ...schema, before: schema.before[word], after: schema.after[word] };
    if (typeof inner.before === 'object' && typeof inner.after === 'object') compare(inner, at.at(step));
  }
}

function compareProperties(schema: Schema, at: Comparison, depth: number): void {
  const [was, is] = [treeOf(schema.before['properties']), treeOf(schema.after['properties'])];
  const [needed, needs] = [listOf(schema.before['required']), listOf(schema.after['required'])];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const pair = { before: at.resolve.before(was[name]), after: at.resolve.after(is[name]) };
    const isHidden = isUnused(name in is ? pair.after : pair.before, schema.direction);
    const here = isHidden ? at.at(name).harmless() : at.at(name);
    const demand = { before: needed.includes(name), after: needs.includes(name) };
    if (!(name in is)) compareGone(demand.before, schema.direction, here);
    else if (!(name in was)) compareNew({ ...pair, direction: schema.direction }, demand.after, here);
    else {
      compareDemand({ ...pair, direction: schema.direction }, demand, here);
      compareSchemas({ ...schema, before: was[name], after: is[name] }, here, depth + 1);
    }
  }
}

/** Whether clients do not send the field, or are not answered with it. */
function isUnused(field: Tree, direction: Direction): boolean {
  return field[direction === 'sent' ? 'readOnly' : 'writeOnly'] === true;
}

/** Reports a field that is gone. Clients have to expect answers without an optional one. */
function compareGone(wasDemanded: boolean, direction: Direction, at: Comparison): void {
  if (direction === 'sent') at.surprises('the field is no longer read');
  else at[wasDemanded ? 'breaks' : 'surprises']('the field is gone');
}

function compareNew({ after, direction }: Schema, isDemanded: boolean, at: Comparison): void {
  if (direction === 'sent' && isDemanded && !('default' in after)) at.breaks('the field is new and required');
  else at.notes('the field is new');
}

function compareDemand(field: Schema, { before, after }: Pair<boolean>, at: Comparison): void {
  const isSent = field.direction === 'sent';
  if (!isSent && after && isUnused(field.before, 'answered') && !isUnused(field.after, 'answered'))
    at.surprises('the field is answered now, and was only read');
  if (before === after) return;
  if (isSent && after) at['default' in field.after ? 'notes' : 'breaks']('the field is required now');
  else if (!isSent && before) at.breaks('the field is optional now');
  else at.notes(after ? 'the field is always present now' : 'the field is optional now');
}
