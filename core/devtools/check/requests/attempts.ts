import fc from 'fast-check';
import type { DocumentedOperation } from '../../../hosting/internals.ts';
import { edgesOf } from './edge_values.ts';
import { hostileTexts, hostileValues, ids } from './hostile_values.ts';
import { validObject, type Schema } from './valid_values.ts';

export interface AttemptBody {
  readonly type: string;
  readonly fields: unknown;
  /** Raw text, sent in place of the fields. */
  readonly text?: string;
}

/** A generated request to an operation, before its encoding for HTTP. */
export interface Attempt {
  /** Name of the calling persona. */
  readonly persona: string;
  /** Values of the path parameters, in order. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: AttemptBody;
}

/** An object that exists: the values of its path, and a caller who sees it. */
export type KnownObject = Pick<Attempt, 'persona' | 'path'>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

type Fields = Record<string, unknown>;

/** Input of an operation in the OpenAPI document: parameters, and a schema for each media type of the body. */
interface Declared {
  readonly path: readonly Parameter[];
  readonly headers: readonly string[];
  readonly query: Schema;
  readonly bodies: readonly { readonly type: string; readonly schema: Schema }[];
}

/** Raw bodies with malformed, empty or unusual JSON. */
const brokenBodies: readonly string[] = ['{', '[]', 'null', '"text"', '1', '{"a":1,"a":2}', '\0', '\ufeff{}', ''];

/**
 * Generates requests to an operation: valid by the OpenAPI document, at or beyond the bounds of its schemas, and hostile.
 * @param personas names of the callers to choose from
 * @param known objects that exist at the path. One third of the requests addresses these objects as callers who see them,
 *   one third as any caller; one third has generated paths
 */
export function attemptsAt(
  operation: DocumentedOperation,
  personas: readonly string[],
  known: readonly KnownObject[] = [],
): fc.Arbitrary<Attempt> {
  const declared = declaredBy(operation);
  const queries = withInvalidField(declared.query).map((query) => ({ query }));
  const sent = fc.oneof({ arbitrary: queries, weight: 1 }, ...bodies(declared));
  const persona = fc.constantFrom(...personas);
  const any = fc.record({ persona, path: fc.tuple(...declared.path.map(pathValue)) });
  const own = known.map(({ path }) => path);
  const target =
    known.length === 0
      ? any
      : fc.oneof(
          { withCrossShrink: true },
          any,
          fc.record({ persona, path: fc.constantFrom(...own) }),
          fc.constantFrom(...known),
        );
  return fc
    .tuple(target, headersFor(declared), sent)
    .map(([caller, headers, rest]) => ({ ...caller, headers, ...rest }));
}

/** Bodies of an operation in the OpenAPI document. */
export function bodiesOf(operation: DocumentedOperation): Declared['bodies'] {
  return declaredBy(operation).bodies;
}

/** Generates requests with a valid body, or a valid query if the operation has no body. All path parameters are 1. */
export function validAttemptsAt(operation: DocumentedOperation, persona: string): fc.Arbitrary<Attempt> {
  const { path, query, bodies: declared } = declaredBy(operation);
  const plain = { persona, path: path.map(() => '1'), headers: {}, query: {} };
  if (declared.length === 0) return validObject(query).map((fields) => ({ ...plain, query: fields }));
  const each = declared.map(({ type, schema }) =>
    validObject(schema).map((fields) => ({ ...plain, body: { type, fields } })),
  );
  return fc.oneof(...each);
}

export function parametersOf({ tree }: DocumentedOperation): readonly Parameter[] {
  return (tree['parameters'] ?? []) as readonly Parameter[];
}

function declaredBy(operation: DocumentedOperation): Declared {
  const parameters = parametersOf(operation);
  const { content = {} } = (operation.tree['requestBody'] ?? {}) as { content?: Record<string, Content> };
  const query = parameters.filter((one) => one.in === 'query');
  return {
    path: parameters.filter((one) => one.in === 'path'),
    headers: parameters.filter((one) => one.in === 'header').map(({ name }) => name),
    query: {
      properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
      required: query.filter(({ required }) => required).map(({ name }) => name),
    },
    bodies: Object.entries(content).map(([type, one]) => ({ type, schema: withFileTypes(one) })),
  };
}

/** Schema of a body; `encoding` has the media types of its files. */
interface Content {
  readonly schema: Schema;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

/** Writes the media types of files into their schemas, where the generator of values reads them. */
function withFileTypes({ schema, encoding = {} }: Content): Schema {
  const properties = { ...schema.properties };
  for (const [name, { contentType }] of Object.entries(encoding)) {
    const { items, ...property } = properties[name] ?? {};
    properties[name] = items ? { ...property, items: { ...items, contentType } } : { ...property, contentType };
  }
  return { ...schema, properties };
}

function pathValue({ schema }: Parameter): fc.Arbitrary<string> {
  const odd = fc.constantFrom(...ids, ...hostileTexts.filter((text) => text !== ''));
  const isId = schema.pattern !== undefined;
  const likely = isId ? fc.constantFrom(...ids.slice(0, 9)) : fc.constantFrom('a', 'vip', 'course', '1');
  return fc.oneof({ withCrossShrink: true }, { arbitrary: likely, weight: 4 }, { arbitrary: odd, weight: 1 });
}

/** Generates headers, mostly none: headers such as If-Match may end a request before its operation runs. */
function headersFor({ headers }: Declared): fc.Arbitrary<Record<string, string>> {
  const value = fc.constantFrom('"1"', '*', 'W/"1"', '"1", "2"', 'x', '"'.repeat(50), 'x'.repeat(256));
  const fields = Object.fromEntries(headers.map((name) => [name, value]));
  const some = fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
  return fc.oneof({ withCrossShrink: true }, { arbitrary: fc.constant({}), weight: 3 }, { arbitrary: some, weight: 1 });
}

function bodies({
  bodies: declared,
}: Declared): { arbitrary: fc.Arbitrary<Pick<Attempt, 'query' | 'body'>>; weight: number }[] {
  return declared.flatMap(({ type, schema }) => {
    const whole = withInvalidField(schema).map((fields) => ({ query: {}, body: { type, fields } }));
    const broken = fc.constantFrom(...brokenBodies).map((text) => ({ query: {}, body: { type, fields: {}, text } }));
    return [
      { arbitrary: whole, weight: 8 },
      { arbitrary: broken, weight: 1 },
    ];
  });
}

/**
 * Generates objects of four kinds: valid, all fields hostile, one unusual field added, one field hostile or at a bound.
 * With a single wrong field, no other error hides the tested one.
 */
function withInvalidField(schema: Schema): fc.Arbitrary<Fields> {
  const { properties = {} } = schema;
  const valid = validObject(schema);
  const names = Object.keys(properties);
  const hostile = fc.constantFrom(...hostileValues);
  const stranger = fc
    .tuple(valid, fc.constantFrom('__proto__', 'constructor', 'id', 'then', "a'b"), hostile)
    .map(withField);
  if (names.length === 0) return fc.oneof(valid, stranger);
  const one = fc.constantFrom(...names).chain((name) => {
    const edge = fc.constantFrom(...edgesOf(properties[name] as Schema));
    return fc.tuple(valid, fc.constant(name), fc.oneof(edge, hostile)).map(withField);
  });
  const all = fc.record(Object.fromEntries(names.map((name) => [name, hostile])));
  return fc.oneof(
    // Shrinks to plain input when a failure has another cause.
    { withCrossShrink: true },
    { arbitrary: valid, weight: 3 },
    { arbitrary: one, weight: 5 },
    { arbitrary: all, weight: 1 },
    { arbitrary: stranger, weight: 1 },
  );
}

/** Copies an object and sets one field. Uses defineProperty, because assigning `__proto__` would set the prototype. */
function withField([fields, name, value]: readonly [Fields, string, unknown]): Fields {
  return Object.defineProperty({ ...fields }, name, { value, enumerable: true, configurable: true, writable: true });
}
