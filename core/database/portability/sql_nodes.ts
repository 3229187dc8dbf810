import type { SqlNode } from './rule.ts';

/** All objects of the tree. An upper-case key is the kind of its object: { SelectStmt: { ... } }. */
export function* nodesOf(tree: unknown, kind = ''): Generator<SqlNode> {
  if (Array.isArray(tree)) for (const one of tree) yield* nodesOf(one);
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) return;
  const fields = tree as Record<string, unknown>;
  yield { kind, fields };
  for (const [name, value] of Object.entries(fields)) yield* nodesOf(value, /^[A-Z]/.test(name) ? name : '');
}
