import type { TSchema } from '@sinclair/typebox';
import { isUnfiltered } from '../../kernel/declare/answer.ts';
import { declaresFields } from '../../kernel/declare/input.ts';
import { httpMapping } from '../../kernel/base/operations.ts';
import { resourceRecord } from '../../kernel/declare/resource_records.ts';
import type { Services } from '../../kernel/declare/services.ts';
import { isIdParameter, type Route } from '../../kernel/routes/route.ts';
import { originalRoute } from './original_route.ts';
import { inputSchema } from './input_schema.ts';
import { isRequired, type SchemaContext } from './request_schema.ts';
import type { Tree } from '../../kernel/base/tree.ts';
import { parameterMeaning } from './words.ts';

/** Parameters with the same meaning in all operations. Operations refer to one component for equal ones. */
const shared = new Set(['If-Match', 'Idempotency-Key', 'Prefer', 'fields', 'offset', 'limit', 'after']);

interface ParameterContext extends SchemaContext {
  /** Examples of parameters of this operation alone, by name. */
  readonly given: Tree | undefined;
}

/** Builds the OpenAPI parameters of a route: path, headers and query. Path parameters have the names in `path`. */
export function parametersFor(route: Route, path: string, context: ParameterContext): Tree[] {
  const { components, services, examples, given = {} } = context;
  const strictness = declaresFields(route.input) ? [prefer] : [];
  return [...allParameters(route, path, services), ...strictness].map((one) => {
    const { name, schema } = one as { name: string; schema: Tree };
    if (shared.has(name)) return components.parameter(name, { example: valueIn(schema), ...one });
    const { module } = originalRoute(route);
    return { ...one, example: given[name] ?? examples.ofParameter(name.replace('[]', ''), { schema, module }) };
  });
}

/** Example of a shared parameter that declares none: its default, or the first example of its schema. */
function valueIn(schema: Tree): unknown {
  const { default: preset, examples = [] } = schema as { default?: unknown; examples?: readonly unknown[] };
  return preset ?? examples[0];
}

function allParameters(route: Route, path: string, services: Services): Tree[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const inPath = names.map((name, index) => {
    const declared = declaredParameter(route, route.parameters[index] ?? name);
    if (declared) return { ...queryParameter(name, declared, services), in: 'path', required: true };
    return pathParameter(name, { path, isId: isIdParameter(route.parameters[index] ?? name) });
  });
  if (route.revised) inPath.push(ifMatch);
  if (route.idempotent) inPath.push(idempotencyKey);
  if (httpMapping[route.operation].body) return inPath;
  const query = Object.entries(route.input).map(([name, schema]) => queryParameter(name, schema, services));
  return [...inPath, ...query, ...(canBeNarrowed(route) ? [fieldsParameter] : [])];
}

/** Declaration of a path parameter by the resource, or by a resource that it overrides. */
function declaredParameter(route: Route, name: string): TSchema | undefined {
  const targets = [route, ...route.overridden].map(({ target }) => target);
  return targets.map((one) => resourceRecord(one)?.parameters[name]).find((one) => one !== undefined);
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
  example: '"12.qZk-NkcGgWq6PiVxeFDCbJzQ2J0"',
};

const idempotencyKey: Tree = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Random key of the request; repeated requests with the same key are carried out once and get the same answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '5e0d6c1a-5c3f-4a55-9d53-0b1d4a3f8f0e',
};

const prefer: Tree = {
  name: 'Prefer',
  in: 'header',
  description:
    'With `handling=strict`, fields and parameters that the operation does not know are refused; otherwise they are dropped.',
  schema: { type: 'string' },
  example: 'handling=strict',
};

const fieldsParameter: Tree = {
  name: 'fields',
  in: 'query',
  description: 'Attributes to return, such as `id,title`; all others are omitted, required ones too.',
  schema: { type: 'string' },
  example: 'id,title',
};

function queryParameter(name: string, schema: TSchema, services: Services): Tree {
  const { description, ...rest } = inputSchema(schema, { place: 'query', services });
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
