import type { Comparison, Pair } from './change.ts';
import { compareSchemas } from './compare_schemas.ts';
import { listOf, type Resolve, type Tree } from './tree.ts';

/** Compares the parameters of an operation; path parameters by position, regardless of their names. */
export function compareParameters({ before, after }: Pair<unknown>, at: Comparison): void {
  const [was, is] = [byPlace(before, at.resolve.before), byPlace(after, at.resolve.after)];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    compareOne(
      { before: was.get(key), after: is.get(key) },
      at.at(`parameter ${nameIn(was.get(key) ?? is.get(key))}:`),
    );
  }
}

function compareOne({ before, after }: Pair<Tree | undefined>, at: Comparison): void {
  if (!after) {
    at.breaks('the parameter is no longer read');
    return;
  }
  const isDemanded = after['required'] === true;
  if (!before) {
    if (isDemanded) at.breaks('the parameter is new and required');
    else at.notes('the parameter is new');
    return;
  }
  if (isDemanded && before['required'] !== true) at.breaks('the parameter is required now');
  if (!isDemanded && before['required'] === true) at.notes('the parameter is optional now');
  compareSchemas({ before: before['schema'], after: after['schema'], direction: 'sent' }, at);
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

function nameIn(parameter: Tree | undefined): string {
  return String(parameter?.['name']);
}
