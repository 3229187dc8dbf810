import { isDeepStrictEqual } from 'node:util';
import { Comparison, type Change, type Found, type Pair } from './change.ts';
import { compareCredentials } from './compare_access.ts';
import { compareRemoval } from './compare_lifetime.ts';
import { compareOperations, compareServers } from './compare_operations.ts';
import { listOf, resolverOf, treeOf, type Tree } from './tree.ts';

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Lists the differences of two OpenAPI documents: breaking ones, then those that may surprise clients, then others. */
export function compareDocuments({ before, after }: Pair<Tree>): Change[] {
  const found: Found = new Map();
  const resolve = { before: resolverOf(before), after: resolverOf(after) };
  const [was, is] = [operationsOf(before), operationsOf(after)];
  const areComponentsKept = keepsComponents({ before, after });
  for (const key of [...new Set([...was.keys(), ...is.keys()])].sort()) {
    const [older, newer] = [was.get(key), is.get(key)];
    const at = new Comparison({ resolve, operation: (newer ?? older)?.name ?? key }, found);
    if (!newer) compareRemoval(older?.operation ?? {}, { what: 'the operation is gone', verdict: 'breaks' }, at);
    else if (!older) at.notes('the operation is new');
    else if (!areComponentsKept || !isDeepStrictEqual(older.operation, newer.operation))
      compareOperations({ before: older.operation, after: newer.operation }, at);
  }
  const whole = new Comparison({ resolve, operation: '' }, found);
  compareCredentials({ before, after }, whole);
  compareServers({ before, after }, whole);
  compareWebhooks({ before: treeOf(before['webhooks']), after: treeOf(after['webhooks']) }, whole);
  return [...found.values()].sort((a, b) => rankOf(b) - rankOf(a));
}

/** Whether all former components are unchanged, so that equal operations refer to equal components. */
function keepsComponents({ before, after }: Pair<Tree>): boolean {
  const [was, is] = [treeOf(before['components']), treeOf(after['components'])];
  return Object.entries(was).every(([kind, components]) => {
    const kept = treeOf(is[kind]);
    return Object.entries(treeOf(components)).every(([name, one]) => isDeepStrictEqual(one, kept[name]));
  });
}

function compareWebhooks({ before, after }: Pair<Tree>, at: Comparison): void {
  for (const name of Object.keys(before)) if (!(name in after)) at.at(`webhook ${name}:`).breaks('the webhook is gone');
  for (const name of Object.keys(after)) if (!(name in before)) at.at(`webhook ${name}:`).notes('the webhook is new');
}

function rankOf({ breaking, surprising = false }: Change): number {
  return breaking ? 2 : Number(surprising);
}

interface Named {
  readonly name: string;
  readonly operation: Tree;
}

/** Operations by method and path; names of path parameters are ignored. */
function operationsOf(document: Tree): Map<string, Named> {
  const entries = Object.entries(treeOf(document['paths'])).flatMap(([path, item]) =>
    methods
      .filter((method) => method in treeOf(item))
      .map((method): [string, Named] => {
        const name = `${method.toUpperCase()} ${path}`;
        return [name.replaceAll(/\{\w+\}/g, '{}'), { name, operation: operationOf(document, treeOf(item), method) }];
      }),
  );
  return new Map(entries);
}

/** An operation with the parameters of its path. Servers of the path and security of the document are defaults. */
function operationOf(document: Tree, item: Tree, method: string): Tree {
  const operation = treeOf(item[method]);
  const parameters = [...listOf(item['parameters']), ...listOf(operation['parameters'])];
  return { security: document['security'], servers: item['servers'], ...operation, parameters };
}
