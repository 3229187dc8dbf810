import type { Contract, DocumentedOperation } from '../../core/hosting/internals.ts';
import { treeOf, type Tree } from '../../core/devtools/client/write_client.ts';

/** A request to an operation with the examples of the OpenAPI document; optional query parameters are left out. */
export interface ExampleRequest {
  /** Values of the path parameters by name, in the order of the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: { readonly type: string; readonly fields: unknown };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example: unknown;
}

type Follow = Contract['follow'];

/** Composes the example request of an operation. @param follow resolves references of the document */
export function exampleRequest({ path, tree }: DocumentedOperation, follow: Follow): ExampleRequest {
  const parameters = listOf(tree['parameters']) as readonly Parameter[];
  const named = new Map(parameters.filter((one) => one.in === 'path').map((one) => [one.name, String(one.example)]));
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, named.get(name) ?? '1']);
  const query = parameters.filter((one) => one.in === 'query' && one.required).map((one) => [one.name, one.example]);
  const [content] = Object.entries(treeOf(treeOf(tree['requestBody'])['content']));
  return {
    path: Object.fromEntries(inPath) as Record<string, string>,
    query: Object.fromEntries(query) as Record<string, unknown>,
    ...(content && { body: { type: content[0], fields: exampleOf(treeOf(treeOf(content[1])['schema']), follow) } }),
  };
}

/** The first of the `examples` of a schema, else an example of its alternatives, items or fields, or undefined. */
export function exampleOf(part: Tree, follow: Follow): unknown {
  const { examples, properties, items, anyOf, additionalProperties } = follow(part);
  if (examples !== undefined) return listOf(examples)[0];
  if (anyOf !== undefined)
    return listOf(anyOf)
      .map((one) => exampleOf(treeOf(one), follow))
      .find((one) => one !== undefined);
  if (items !== undefined) return [exampleOf(treeOf(items), follow)];
  if (typeof additionalProperties === 'object') return { name: exampleOf(treeOf(additionalProperties), follow) };
  if (properties === undefined) return undefined;
  const fields = Object.entries(treeOf(properties)).map(([name, one]) => [name, exampleOf(treeOf(one), follow)]);
  return Object.fromEntries(fields) as Tree;
}

/** Returns a list itself, and an empty list for any other value. */
function listOf(part: unknown): readonly unknown[] {
  return Array.isArray(part) ? part : [];
}
