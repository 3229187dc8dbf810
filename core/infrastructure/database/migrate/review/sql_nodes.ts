/** A node of a syntax tree from PostgreSQL's own parser. */
export type Node = Readonly<Record<string, unknown>>;

const nothing: Node = {};

/** The child node in a field; an empty node when the field is missing. */
export function nodeOf(node: Node, name: string): Node {
  return (node[name] as Node | undefined) ?? nothing;
}

/** The child nodes in a field; an empty list when the field is missing. */
export function listOf(node: Node, name: string): readonly Node[] {
  return (node[name] as readonly Node[] | undefined) ?? [];
}

/** The text in a field; empty when the field is missing. */
export function nodeText(node: Node, name: string): string {
  return (node[name] as string | undefined) ?? '';
}

/** All nodes of a kind, at any depth. */
export function nodesIn(node: unknown, kind: string): Node[] {
  if (Array.isArray(node)) return node.flatMap((one) => nodesIn(one, kind));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, below]) => [
    ...(name === kind ? [below as Node] : []),
    ...nodesIn(below, kind),
  ]);
}

/** Names of all columns in an expression, a constraint or an index. */
export function columnsIn(node: Node): string[] {
  const asked = nodesIn(node, 'ColumnRef').map((one) => listOf(one, 'fields').at(-1) ?? {});
  const keys = ['keys', 'fk_attrs'].flatMap((name) => listOf(node, name));
  const texts = [...asked, ...keys].map((one) => nodeText(nodeOf(one, 'String'), 'sval'));
  return [...texts, ...nodesIn(node, 'IndexElem').map((one) => nodeText(one, 'name'))].filter((name) => name !== '');
}
