import { OptionalKind, type TSchema } from '@sinclair/typebox';
import type { Route } from '../../kernel/routes/route.ts';
import type { Services } from '../../kernel/declare/services.ts';
import { anyFields, fileLimits, rawTypes, takesInput, type InputFields } from '../../kernel/declare/input.ts';
import { isParameter, segmentsOf } from '../../kernel/base/addresses.ts';
import { httpMapping } from '../../kernel/base/operations.ts';
import type { Components } from './components.ts';
import type { Examples } from './examples.ts';
import { inputSchema } from './input_schema.ts';
import type { Tree } from '../../kernel/base/tree.ts';
import { capital } from './words.ts';

export interface SchemaContext {
  readonly components: Components;
  readonly services: Services;
  /** Whether the document lists every media type of a body. */
  readonly allBodies: boolean;
  readonly examples: Examples;
}

/** Builds the OpenAPI request body of an operation; undefined if the operation reads no body. */
export function requestBody(route: Route, context: SchemaContext): Tree | undefined {
  const { components, allBodies, services, examples } = context;
  const { operation, input, module } = route;
  if (!httpMapping[operation].body || !takesInput(input)) return undefined;
  const name = `${operationName(route)}Body`;
  const raw = rawTypes(input);
  if (raw) return { required: !raw.includes('*/*'), content: rawContent(raw, examples.ofContent(name)) };
  const schema = components.schema(name, bodySchema(input, services), module);
  const required = Object.values(input).some((field) => isRequired(field) && field['alsoInQuery'] !== true);
  const takesForms = allBodies && Object.values(input).every(fitsForm);
  if (fileLimits(input))
    return { required, content: { 'multipart/form-data': { schema, encoding: fileTypes(input) } } };
  const types = ['application/json', ...(takesForms ? formTypes : [])];
  return { required, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

/** Content of an unparsed body. The example has the first type. */
function rawContent(types: readonly string[], example: Tree): Tree {
  return Object.fromEntries(
    types.map((type, index) => [
      type,
      { schema: type === 'multipart/form-data' ? wholeForm : {}, ...(index === 0 && example) },
    ]),
  );
}

/** Name of an operation in the names of its components: `UpdateMeEmail`. PATCH and its alias PUT share one name. */
export function operationName(route: Route): string {
  return operationId(route, route.methods[0] as string)
    .split('_')
    .map(capital)
    .join('');
}

/** Builds the id from the address, so that overrides keep it. PUT, an alias of PATCH, adds `_put`. */
export function operationId({ operation, address, methods }: Route, method: string): string {
  const words = segmentsOf(address).map((segment) => (isParameter(segment) ? `by_${segment.slice(1, -1)}` : segment));
  return [operation, ...words, ...(method === methods[0] ? [] : [method.toLowerCase()])].join('_');
}

/** Media types of the files of a form, by field. */
function fileTypes(input: InputFields): Tree {
  const files = Object.entries(input).flatMap(([name, schema]) => {
    const { file } = ((schema['items'] as TSchema | undefined) ?? schema) as { file?: { types: readonly string[] } };
    return file ? [[name, { contentType: file.types.join(', ') }]] : [];
  });
  return Object.fromEntries(files) as Tree;
}

/** An unparsed form: as one of several types it has no fields, because generated clients send every type as it is. */
const wholeForm = { type: 'string', format: 'binary' };
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

function bodySchema(input: InputFields, services: Services): Tree {
  if (input === anyFields) {
    return {
      type: 'object',
      additionalProperties: true,
      description: 'Fields of the object; the kind of the object decides which.',
    };
  }
  const entries = Object.entries(input);
  const required = entries.filter(([, schema]) => isRequired(schema)).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, inputSchema(field, { place: 'body', services })]),
    ),
    ...(required.length > 0 && { required }),
  };
}

/** Whether a form can carry the field. Forms have names with one or several values, and no objects. */
export function fitsForm(schema: TSchema): boolean {
  const { type } = schema['type'] === 'array' ? (schema['items'] as TSchema) : schema;
  return type !== 'object' && type !== 'array';
}

/** Whether the input has required fields. */
export function mayMiss(input: InputFields): boolean {
  if (rawTypes(input)) return false;
  return Object.values(input).some(isRequired);
}

/** Whether clients have to send a field. A field with a default may be omitted, like an optional one. */
export function isRequired(schema: TSchema): boolean {
  return schema[OptionalKind as never] === undefined && schema['default'] === undefined;
}
