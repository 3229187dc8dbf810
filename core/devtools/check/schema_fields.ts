import type { Contract, DocumentedOperation } from '../../hosting/internals.ts';
import type { Schema } from './requests/valid_values.ts';

/** A field of an object, somewhere in a schema. */
export interface SchemaField {
  /** Dotted path, such as `author.name`. */
  readonly path: string;
  readonly description: string;
}

/** Position of a walk through schemas: path so far (`above`), and the enclosing schemas (`seen`). */
interface Walk {
  readonly contract: Contract;
  readonly above: string;
  readonly seen: readonly Schema[];
}

/** Fields of an operation's successful answers. */
export function fieldsOfAnswer(contract: Contract, operation: DocumentedOperation): SchemaField[] {
  const statuses = Object.keys(operation.tree['responses'] as object).filter((status) => status.startsWith('2'));
  return statuses.flatMap((status) => {
    const response = contract.response(operation, Number(status)) ?? {};
    const { content = {} } = response as { content?: Record<string, { schema: Schema }> };
    return Object.values(content).flatMap(({ schema }) => fieldsOfInput(contract, schema));
  });
}

export function fieldsOfInput(contract: Contract, schema: Schema): SchemaField[] {
  return fieldsBelow(schema, { contract, above: '', seen: [] });
}

/** Fields of a schema and of the schemas inside. A schema inside itself is not entered again. */
function fieldsBelow(part: Schema, walk: Walk): SchemaField[] {
  const schema = walk.contract.follow(part) as Schema;
  if (walk.seen.includes(schema)) return [];
  const inner = { ...walk, seen: [...walk.seen, schema] };
  const { properties = {}, items, anyOf = [], additionalProperties } = schema;
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [
    ...Object.entries(properties).flatMap(([name, one]) => fieldsIn(name, one, inner)),
    ...[...(items ? [items] : []), ...anyOf, ...values].flatMap((one) => fieldsBelow(one, inner)),
  ];
}

/** A property and the fields inside; the property is left out if it only refers to a named schema. */
function fieldsIn(name: string, part: Schema, walk: Walk): SchemaField[] {
  const path = walk.above === '' ? name : `${walk.above}.${name}`;
  const below = fieldsBelow(part, { ...walk, above: path });
  const isWrapping = '$ref' in part || isListOfOwn(part);
  return isWrapping ? below : [{ path, description: part.description ?? '' }, ...below];
}

/** Whether a property is an undescribed list of a named schema, such as `data` of a page. */
function isListOfOwn({ items, description }: Schema): boolean {
  return description === undefined && items !== undefined && '$ref' in items;
}
