import type { TSchema } from '@sinclair/typebox';
import type { Services } from '../../kernel/declare/services.ts';
import { decimalsWithin, digitsWithin } from './digits.ts';
import type { Tree } from '../../kernel/base/tree.ts';

/** Location of a value: text in a query, any JSON in a body. */
export type InputPlace = 'query' | 'body';

type Node = Readonly<Record<string, unknown>>;

/** Property `known` of a declared field: returns its values, such as kinds of goods, which modules contribute. */
export type KnownWords = (services: Services) => readonly string[];

export interface InputContext {
  readonly place: InputPlace;
  readonly services: Services;
}

/** Schema of an input field for the OpenAPI document. Leaves out internal keywords, and other spellings of booleans. */
export function inputSchema(schema: TSchema, context: InputContext): Tree {
  const {
    expected: _expected,
    within: _within,
    decimal: _decimal,
    fits: _fits,
    file,
    alsoInQuery: _also,
    known,
    sorted,
    default: preset,
    anyOf,
    properties,
    items,
    ...rest
  } = ownWords(schema);
  return {
    ...rest,
    ...presetWords(preset, rest, context.place),
    ...(isNode(file) && { type: 'string', format: 'binary' }),
    ...(known !== undefined && { enum: (known as KnownWords)(context.services) }),
    ...(sorted !== undefined && sortWords(sorted as Sorted, rest)),
    ...(isNode(properties) && { properties: mapNodes(properties, (one) => inputSchema(one, context)) }),
    ...(isNode(items) && { items: inputSchema(items as TSchema, context) }),
    ...(Array.isArray(anyOf) && unionSchema(anyOf as TSchema[], context)),
  };
}

/**
 * The default of a field. In a body it is `x-default` and part of the description: generators such as openapi-typescript
 * make a field with the keyword `default` required.
 */
function presetWords(preset: unknown, { description = '' }: Node, place: InputPlace): Tree {
  if (preset === undefined) return {};
  if (place === 'query') return { default: preset };
  const words = `${String(description)} Default: \`${JSON.stringify(preset)}\`.`.trim();
  return { description: words, 'x-default': preset };
}

/** Property `sorted` of a `sort` input: keys, names of orders with a fixed direction, and the modules of added keys. */
interface Sorted {
  readonly names: readonly string[];
  readonly orders: readonly string[];
  readonly added?: Node;
}

/** Lists the sort keys, which the pattern hides: a text of several keys has no enumeration in JSON Schema. */
function sortWords({ names, orders, added }: Sorted, { description }: Node): Tree {
  const origins = added && { 'x-origins': added };
  if (names.length === 0) return { ...origins };
  const end = orders.length > 0 ? `; one of ${quoted(orders)} may stand at the end` : '';
  const keys = `One or more keys, separated by commas; \`-\` before a key descends: ${quoted(names)}${end}.`;
  return { description: `${String(description)} ${keys}`, 'x-sort-keys': [...names], ...origins };
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function unionSchema(branches: readonly TSchema[], context: InputContext): Tree {
  const [first] = branches;
  if (first?.type === 'boolean') return inputSchema(first, context);
  const shown = branches.flatMap((branch) => {
    if (!isBoundedText(branch)) return [inputSchema(branch, context)];
    // Left out in a query, where every value is text. A body may have a number or a text, so its schema shows both.
    const pattern = context.place === 'body' ? patternOf(branch) : undefined;
    return pattern === undefined ? [] : [{ ...inputSchema(branch, context), pattern }];
  });
  return shown.length === 1 ? (shown[0] as Tree) : { anyOf: shown };
}

function isBoundedText({ type, within, decimal }: TSchema): boolean {
  return within !== undefined || (decimal !== undefined && type === 'string');
}

function patternOf({ within, decimal }: TSchema): string | undefined {
  if (within) return digitsWithin(within as readonly [number, number]);
  return decimalsWithin(decimal as readonly [number, number, number]);
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
