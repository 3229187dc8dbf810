import { read } from './server/api.ts';

/** The keywords of JSON Schema that lists and forms use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  /** Operations of the record by the value of the field that allows them, such as `DELETE` or `POST refunds`. */
  readonly 'x-operations'?: Readonly<Record<string, readonly string[]>>;
  /** Summaries of operations of the record by the value of the field, where they do something else in each state. */
  readonly 'x-summaries'?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
  readonly security: readonly object[];
  readonly tags: readonly string[];
  readonly 'x-permission'?: string;
}

type Method = 'get' | 'post' | 'patch' | 'delete';
type Item = Readonly<Partial<Record<Method, Operation>>>;

/** The OpenAPI document of the server. */
export interface Document {
  readonly paths: Readonly<Record<string, Item>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

let asked: Promise<Document> | undefined;

/** Returns the OpenAPI document, which is requested once, and again only after an error. */
export function document(): Promise<Document> {
  asked ??= read<Document>('/api/openapi.json').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** Returns the secrets in an answer, such as a secret key, as pairs of name and text. The API shows them only once. */
export function secretsIn(document: Document, operation: Operation, answer: unknown): [string, string][] {
  const { properties = {} } = answerSchema(document, operation);
  const given = (answer ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(given).filter(
    (one): one is [string, string] => properties[one[0]]?.format === 'password' && typeof one[1] === 'string',
  );
}

/** Replaces a reference by the schema that it names. */
export function resolved(document: Document, schema: Schema = {}): Schema {
  const { $ref: reference, ...own } = schema;
  const name = reference?.split('/').pop();
  return name === undefined ? schema : { ...document.components.schemas[name], ...own };
}

/** Schema of the JSON answer of an operation. */
export function answerSchema(document: Document, operation: Operation): Schema {
  return resolved(document, answerOf(operation));
}

/** Reference to the schema of the answer of an operation. */
export function answerReference(operation: Operation): string | undefined {
  return answerOf(operation)?.$ref;
}

function answerOf({ responses: { '200': ok, '201': created } }: Operation): Schema | undefined {
  return (ok ?? created)?.content?.['application/json']?.schema;
}

/** Reference to the schema of the records of a list. */
export function itemReference(document: Document, list: Operation): string | undefined {
  return itemsOf(answerSchema(document, list))?.$ref;
}

/** Schema of the records of a list; undefined for an operation that does not answer a list of objects. */
export function itemSchema(document: Document, list: Operation): Schema | undefined {
  const items = itemsOf(answerSchema(document, list));
  const schema = items && resolved(document, items);
  return schema?.properties && schema;
}

function itemsOf(answer: Schema): Schema | undefined {
  if (answer.type === 'array') return answer.items;
  return isPage(answer) ? answer.properties?.['data']?.items : undefined;
}

function isPage({ properties }: Schema): boolean {
  return properties?.['paging'] !== undefined && properties['data']?.type === 'array';
}

/** Query parameters of a list. */
export function queryOf(document: Document, list: Operation): Parameter[] {
  const all = (list.parameters ?? []).map((one) => {
    const name = one.$ref?.split('/').pop();
    return (name === undefined ? undefined : document.components.parameters[name]) ?? one;
  });
  return all.filter((one) => one.in === 'query');
}

/** Schema of the JSON body of an operation; undefined if the operation reads no JSON body. */
export function bodySchema(document: Document, operation: Operation | undefined): Schema | undefined {
  const schema = operation?.requestBody?.content?.['application/json']?.schema;
  return schema && resolved(document, schema);
}
