import type { SqlNode } from './rule.ts';

/** All nodes of a syntax tree of `libpg-query`. A key with a capital names the kind of its node: `SelectStmt`. */
export function* nodesOf(tree: unknown, kind = ''): Generator<SqlNode> {
  if (Array.isArray(tree)) for (const one of tree) yield* nodesOf(one);
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) return;
  const fields = tree as Record<string, unknown>;
  yield { kind, fields };
  for (const [name, value] of Object.entries(fields)) yield* nodesOf(value, /^[A-Z]/.test(name) ? name : '');
}
