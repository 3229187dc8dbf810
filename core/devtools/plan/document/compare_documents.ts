import { Comparison, type Change, type Pair } from './change.ts';
import { compareOperations } from './compare_operations.ts';
import { resolverOf, treeOf, type Tree } from './tree.ts';

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Lists the differences of two OpenAPI documents, breaking ones first. */
export function compareDocuments({ before, after }: Pair<Tree>): Change[] {
  const found: Change[] = [];
  const resolve = { before: resolverOf(before), after: resolverOf(after) };
  const [was, is] = [operationsOf(before), operationsOf(after)];
  for (const key of [...new Set([...was.keys(), ...is.keys()])].sort()) {
    const [older, newer] = [was.get(key), is.get(key)];
    const at = new Comparison({ resolve, operation: (newer ?? older)?.name ?? key }, found);
    if (!newer) at.breaks('the operation is gone');
    else if (!older) at.notes('the operation is new');
    else compareOperations({ before: older.operation, after: newer.operation }, at);
  }
  return found.sort((a, b) => Number(b.breaking) - Number(a.breaking));
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
        return [name.replaceAll(/\{\w+\}/g, '{}'), { name, operation: treeOf(treeOf(item)[method]) }];
      }),
  );
  return new Map(entries);
}
