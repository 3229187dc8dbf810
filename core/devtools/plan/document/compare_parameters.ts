import type { Comparison, Pair } from './change.ts';
import { compareLifetime, compareRemoval } from './compare_lifetime.ts';
import { compareSchemas } from './compare_schemas.ts';
import { changeOf } from './compare_values.ts';
import { listOf, type Resolve, type Tree } from './tree.ts';

/** Compares the parameters of an operation; path parameters by position, regardless of their names. */
export function compareParameters({ before, after }: Pair<unknown>, at: Comparison): void {
  const [was, is] = [byPlace(before, at.resolve.before), byPlace(after, at.resolve.after)];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [older, newer] = [was.get(key), is.get(key)];
    const here = at.at(`parameter ${String((older ?? newer)?.['name'])}:`);
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
  const schema = { before: at.resolve.before(before['schema']), after: at.resolve.after(after['schema']) };
  const preset = demand.before && demand.after ? undefined : changeOf('default', schema);
  // Requests without the parameter have another meaning now.
  if (preset !== undefined) at.breaks(preset);
  compareSchemas({ before: before['schema'], after: after['schema'], direction: 'sent', isText: true }, at);
}

function byPlace(parameters: unknown, resolve: Resolve): Map<string, Tree> {
  let place = 0;
  const entries = listOf(parameters).map((written): [string, Tree] => {
    const parameter = resolve(written);
    const { name, in: kind } = parameter;
    return [kind === 'path' ? `path ${place++}` : `${String(kind)} ${String(name)}`, parameter];
  });
  return new Map(entries);
}
