import type { TSchema } from '@sinclair/typebox';
import { digitsWithin } from './digits.ts';
import type { Tree } from './tree.ts';

/** Where a value is sent: text in a query, any JSON in a body. */
export type InputPlace = 'query' | 'body';

type Node = Readonly<Record<string, unknown>>;

/**
 * The schema of an input field as the document has it: without the words that only the reader of requests knows, and
 * without the spellings that it takes for forms, where one of them says it all.
 */
export function inputSchema(schema: TSchema, place: InputPlace): Tree {
  const { expected: _expected, within: _within, anyOf, properties, items, ...rest } = ownWords(schema);
  return {
    ...rest,
    ...(isNode(properties) && { properties: mapNodes(properties, (one) => inputSchema(one, place)) }),
    ...(isNode(items) && { items: inputSchema(items as TSchema, place) }),
    ...(Array.isArray(anyOf) && unionSchema(anyOf as TSchema[], place)),
  };
}

function unionSchema(branches: readonly TSchema[], place: InputPlace): Tree {
  const [first] = branches;
  if (first?.type === 'boolean') return inputSchema(first, place);
  const shown = branches.flatMap((branch) => {
    const bounds = branch['within'] as readonly [number, number] | undefined;
    if (!bounds) return [inputSchema(branch, place)];
    // In a query a number is text anyway; in a body its digits are another type.
    const pattern = place === 'body' ? digitsWithin(bounds) : undefined;
    return pattern === undefined ? [] : [{ ...inputSchema(branch, place), pattern }];
  });
  return shown.length === 1 ? (shown[0] as Tree) : { anyOf: shown };
}

function mapNodes(nodes: Node, change: (node: TSchema) => Tree): Tree {
  return Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, change(node as TSchema)]));
}

/** What JSON would show of it: the library marks its schemas with symbols. */
function ownWords(schema: TSchema): Node {
  return Object.fromEntries(Object.entries(schema));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
