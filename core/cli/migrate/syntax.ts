/** A node of the syntax tree that PostgreSQL's own parser makes. */
export type Node = Readonly<Record<string, unknown>>;

const nothing: Node = {};

/** The node below a name, an empty one where there is none. */
export function nodeOf(node: Node, name: string): Node {
  return (node[name] as Node | undefined) ?? nothing;
}

/** The nodes below a name. */
export function listOf(node: Node, name: string): readonly Node[] {
  return (node[name] as readonly Node[] | undefined) ?? [];
}

/** The text below a name, empty where there is none. */
export function textOf(node: Node, name: string): string {
  return (node[name] as string | undefined) ?? '';
}

/** All nodes of a kind, however deep. */
export function nodesIn(node: unknown, kind: string): Node[] {
  if (Array.isArray(node)) return node.flatMap((one) => nodesIn(one, kind));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, below]) => [
    ...(name === kind ? [below as Node] : []),
    ...nodesIn(below, kind),
  ]);
}

/** Names of all columns that an expression, a constraint or an index is about. */
export function columnsIn(node: Node): string[] {
  const asked = nodesIn(node, 'ColumnRef').map((one) => listOf(one, 'fields').at(-1) ?? {});
  const keys = ['keys', 'fk_attrs'].flatMap((name) => listOf(node, name));
  const texts = [...asked, ...keys].map((one) => textOf(nodeOf(one, 'String'), 'sval'));
  return [...texts, ...nodesIn(node, 'IndexElem').map((one) => textOf(one, 'name'))].filter((name) => name !== '');
}
