import type { Comparison, Pair } from './change.ts';
import { compareLifetime, compareRemoval } from './compare_lifetime.ts';
import { compareSchemas } from './compare_schemas.ts';
import { changeOf } from './compare_values.ts';
import { listOf, textOf, treeOf, type Resolve, type Tree } from './tree.ts';

/** Compares the parameters of an operation; path parameters by position, regardless of their names. */
export function compareParameters({ before, after }: Pair<unknown>, at: Comparison): void {
  const [was, is] = [byPlace(before, at.resolve.before), byPlace(after, at.resolve.after)];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const pair = { before: was.get(key), after: is.get(key) };
    const older = pair.before && at.resolve.before(pair.before);
    const newer = pair.after && at.resolve.after(pair.after);
    const here = at.at(`parameter ${String((older ?? newer)?.['name'])}:`).within(pair);
    if (older && newer) compareOne({ before: older, after: newer }, here);
    else if (older) compareRemoval(older, { what: 'the parameter is no longer read', verdict: 'surprises' }, here);
    else if (newer?.['required'] === true) here.breaks('the parameter is new and required');
    else here.notes('the parameter is new');
  }
}

function compareOne({ before, after }: Pair<Tree>, at: Comparison): void {
  const demand = { before: before['required'] === true, after: after['required'] === true };
  if (demand.after && !demand.before) at.breaks('the parameter is required now');
  if (!demand.after && demand.before) at.notes('the parameter is optional now');
  compareLifetime({ before, after }, 'parameter', at);
  compareStyle({ before, after }, at);
  const schema = { before: at.resolve.before(before['schema']), after: at.resolve.after(after['schema']) };
  const preset = demand.before && demand.after ? undefined : changeOf('default', schema);
  // A changed default changes the meaning of requests without the parameter.
  if (preset !== undefined) at.breaks(preset);
  compareSchemas({ before: before['schema'], after: after['schema'], direction: 'sent', isText: true }, at);
}

/** Compares how values are written in a request. A style that states its default is no difference. */
function compareStyle({ before, after }: Pair<Tree>, at: Comparison): void {
  const [was, is] = [styleOf(before), styleOf(after)];
  const isScalar = isScalarIn(at.resolve.before(before['schema'])) && isScalarIn(at.resolve.after(after['schema']));
  if (was.style !== is.style) at.breaks(`the style was ${was.style} and is ${is.style}`);
  else if (was.explode !== is.explode && !isScalar) at.breaks(`explode was ${was.explode} and is ${is.explode}`);
  const [raw, stays] = [before['allowReserved'] === true, after['allowReserved'] === true];
  if (raw !== stays) at[stays ? 'notes' : 'breaks'](`allowReserved was ${raw} and is ${stays}`);
}

function styleOf({ in: kind, style, explode }: Tree): { readonly style: string; readonly explode: boolean } {
  const used = textOf(style ?? (kind === 'query' || kind === 'cookie' ? 'form' : 'simple'));
  return { style: used, explode: typeof explode === 'boolean' ? explode : used === 'form' };
}

/** Whether a schema allows neither lists nor objects, the only values that `explode` concerns. */
function isScalarIn({ type }: Tree): boolean {
  return type !== undefined && [type].flat().every((one) => one !== 'array' && one !== 'object');
}

/** Unresolved parameters by kind and name; path parameters by position. */
function byPlace(parameters: unknown, resolve: Resolve): Map<string, Tree> {
  let place = 0;
  const entries = listOf(parameters).map((written): [string, Tree] => {
    const { name, in: kind } = resolve(written);
    return [kind === 'path' ? `path ${place++}` : `${String(kind)} ${String(name)}`, treeOf(written)];
  });
  return new Map(entries);
}
