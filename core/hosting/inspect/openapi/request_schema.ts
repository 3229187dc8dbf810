import { OptionalKind, type TSchema } from '@sinclair/typebox';
import { isIdParameter, type Route } from '../../../kernel/routes/route.ts';
import { isUnfiltered } from '../../../kernel/declare/answer.ts';
import { anyFields, fileLimits, rawBody, takesInput, type InputFields } from '../../../kernel/declare/input.ts';
import { isParameter, segmentsOf } from '../../../kernel/declare/inflection.ts';
import { mapping } from '../../../kernel/declare/operations.ts';
import type { Components } from './components.ts';
import { inputSchema } from './input_schema.ts';
import type { Tree } from './tree.ts';
import { capital, parameterMeaning } from './words.ts';

/** Components of the document, and whether it lists every media type of a body. */
export interface RequestContext {
  readonly components: Components;
  readonly allBodies: boolean;
}

/** Parameters with one meaning in all operations, which refer to one component. */
const shared = new Set(['If-Match', 'Idempotency-Key', 'fields', 'offset', 'limit', 'after']);

/** Builds the OpenAPI parameters of a route: path, headers and query. Path parameters have the names in `path`. */
export function parametersFor(route: Route, path: string, components: Components): Tree[] {
  const isShared = ({ name }: Tree) => shared.has(name as string);
  return allParameters(route, path).map((one) =>
    isShared(one) ? components.parameter(one['name'] as string, one) : one,
  );
}

function allParameters(route: Route, path: string): Tree[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const inPath = names.map((name, index) =>
    pathParameter(name, { path, isId: isIdParameter(route.parameters[index] ?? name) }),
  );
  if (route.revised) inPath.push(ifMatch);
  if (route.idempotent) inPath.push(idempotencyKey);
  const fields = Object.entries(route.input);
  if (mapping[route.operation].body) return [...inPath, ...fields.filter(isAlsoInQuery).map(insteadOfBody)];
  const query = fields.map(([name, schema]) => queryParameter(name, schema));
  return [...inPath, ...query, ...(canBeNarrowed(route) ? [fieldsParameter] : [])];
}

function pathParameter(name: string, { path, isId }: { path: string; isId: boolean }): Tree {
  const schema = isId ? { type: 'string', pattern: '^[1-9][0-9]{0,18}$' } : { type: 'string', minLength: 1 };
  return { name, in: 'path', required: true, description: parameterMeaning(path, name), schema };
}

function canBeNarrowed({ methods, input, answer }: Route): boolean {
  return methods.includes('GET') && !isUnfiltered(answer) && !('fields' in input);
}

const ifMatch: Tree = {
  name: 'If-Match',
  in: 'header',
  description: 'ETag of the object when it was read; the request is refused if the object has changed since.',
  schema: { type: 'string' },
};

const idempotencyKey: Tree = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Random key of the request; repeated requests with the same key are carried out once and get the same answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

// Has no example, because reference pages would send the example and show a partial answer.
const fieldsParameter: Tree = {
  name: 'fields',
  in: 'query',
  description: 'Attributes to return, such as `id,title`; all others are omitted, required ones too.',
  schema: { type: 'string' },
};

function queryParameter(name: string, schema: TSchema): Tree {
  const { description, ...rest } = inputSchema(schema, 'query');
  const isList = rest['type'] === 'array';
  const required = isRequired(schema);
  return {
    name: isList ? `${name}[]` : name,
    in: 'query',
    ...(required && { required }),
    ...(description !== undefined && { description }),
    ...(isList && { style: 'form', explode: true }),
    // A query cannot express an empty list.
    schema: isList && required ? { minItems: 1, ...rest } : rest,
  };
}

function isAlsoInQuery([, schema]: [name: string, schema: TSchema]): boolean {
  return schema['alsoInQuery'] === true;
}

/** The query parameter for a field that the body leaves out; never required, because the body may have it. */
function insteadOfBody([name, schema]: [name: string, schema: TSchema]): Tree {
  const { required: _required, ...parameter } = queryParameter(name, schema);
  return { ...parameter, description: `${name} of the body, for requests that leave it out there.` };
}

/** Builds the OpenAPI request body of an operation; undefined if the operation reads no body. */
export function requestBody(route: Route, { components, allBodies }: RequestContext): Tree | undefined {
  const { operation, input, module } = route;
  if (!mapping[operation].body || !takesInput(input)) return undefined;
  if (input === rawBody) return { required: false, content: { '*/*': { schema: {} } } };
  const schema = components.schema(`${operationName(route)}Body`, bodySchema(input), module);
  const takesForms = allBodies && Object.values(input).every(fitsForm);
  const types = fileLimits(input) ? ['multipart/form-data'] : ['application/json', ...(takesForms ? formTypes : [])];
  return { required: mayMiss(input), content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

/** Name of an operation in the names of its components: `UpdateMeEmail`. PATCH and its alias PUT share one. */
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

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

function bodySchema(input: InputFields): Tree {
  if (input === anyFields) {
    return {
      type: 'object',
      additionalProperties: true,
      description: 'Fields of the object; which ones, depends on it.',
    };
  }
  const entries = Object.entries(input);
  const required = entries.filter(([, schema]) => isRequired(schema)).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, inputSchema(field, 'body')])),
    ...(required.length > 0 && { required }),
  };
}

/** Whether a form can carry the field. Forms have names with one or several values, and no objects. */
function fitsForm(schema: TSchema): boolean {
  const { type } = schema['type'] === 'array' ? (schema['items'] as TSchema) : schema;
  return type !== 'object' && type !== 'array';
}

/** Whether the input has required fields. */
export function mayMiss(input: InputFields): boolean {
  if (input === rawBody) return false;
  return Object.values(input).some(isRequired);
}

/** A field with a default may be left out like an optional one. */
function isRequired(schema: TSchema): boolean {
  return schema[OptionalKind as never] === undefined && schema['default'] === undefined;
}
