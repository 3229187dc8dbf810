import type { TSchema } from '@sinclair/typebox';
import { digitsWithin } from './digits.ts';
import type { Tree } from './tree.ts';

/** Location of a value: text in a query, any JSON in a body. */
export type InputPlace = 'query' | 'body';

type Node = Readonly<Record<string, unknown>>;

/** Schema of an input field for the OpenAPI document. Leaves out internal keywords, and other spellings of booleans. */
export function inputSchema(schema: TSchema, place: InputPlace): Tree {
  const {
    expected: _expected,
    within: _within,
    decimal: _decimal,
    file,
    alsoInQuery: _also,
    anyOf,
    properties,
    items,
    ...rest
  } = ownWords(schema);
  return {
    ...rest,
    ...(isNode(file) && { type: 'string', format: 'binary' }),
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
    // In a query every value is text. A body may have a number or a string of digits, so its schema shows both.
    const pattern = place === 'body' ? digitsWithin(bounds) : undefined;
    return pattern === undefined ? [] : [{ ...inputSchema(branch, place), pattern }];
  });
  return shown.length === 1 ? (shown[0] as Tree) : { anyOf: shown };
}

function mapNodes(nodes: Node, change: (node: TSchema) => Tree): Tree {
  return Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, change(node as TSchema)]));
}

/** Copies the keys that JSON shows, without the symbols with which TypeBox marks its schemas. */
function ownWords(schema: TSchema): Node {
  return Object.fromEntries(Object.entries(schema));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
