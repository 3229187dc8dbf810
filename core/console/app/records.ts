import { read } from './api.ts';
import { may } from './session.ts';

/** JSON Schema, as far as lists and forms use it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly minLength?: number;
  readonly default?: unknown;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

interface Parameter {
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

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly summary: string;
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

/** A list of records, with the operations on it and on its records that the user may call. */
export interface Collection {
  /** Address of the list, with the parameters of a list below a record. */
  readonly address: string;
  readonly module: string;
  readonly list: Operation;
  readonly item: string | undefined;
  readonly get: Operation | undefined;
  readonly add: Operation | undefined;
  readonly update: Operation | undefined;
  readonly remove: Operation | undefined;
}

let asked: Promise<Document> | undefined;

/** The OpenAPI document, asked for once. */
export function document(): Promise<Document> {
  asked ??= read<Document>('/api/openapi.json').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** Lists that the user may see, by address. Those of the console itself have pages of their own. */
export function collectionsOf(document: Document): Collection[] {
  return Object.keys(document.paths)
    .filter((address) => !address.startsWith('/api/console/'))
    .flatMap((address) => collectionAt(document, address) ?? []);
}

/** The list at an address; undefined if there is none that the user may see. */
export function collectionAt(document: Document, address: string): Collection | undefined {
  const { get: list, post: add } = document.paths[address] ?? {};
  if (!list || !isAllowed(list) || address.endsWith('}') || !itemSchema(document, list)) return undefined;
  const item = Object.keys(document.paths).find((path) => isItemOf(path, address));
  const { get, patch, delete: remove } = (item === undefined ? undefined : document.paths[item]) ?? {};
  const allowed = (operation: Operation | undefined) => (operation && isAllowed(operation) ? operation : undefined);
  return {
    address,
    module: list.tags[0] ?? '',
    list,
    item,
    get: allowed(get),
    add: allowed(add),
    update: allowed(patch),
    remove: allowed(remove),
  };
}

/** An operation below a record that adds something without a list of it, such as a new secret. */
export interface Act {
  readonly address: string;
  readonly operation: Operation;
}

/** Acts below the records of an address that the user may call. */
export function actsBelow(document: Document, item: string): Act[] {
  return Object.entries(document.paths).flatMap(([address, { get, post }]) =>
    post && !get && isAllowed(post) && isPartOf(nameless(address), nameless(item))
      ? [{ address, operation: post }]
      : [],
  );
}

/** The values of the parents by the parameters of an address below them, which may name them differently. */
export function parentsOf(address: string, parents: Readonly<Record<string, string>>): Record<string, string> {
  const values = Object.values(parents);
  return Object.fromEntries(parameterNames(address).map((name, at) => [name, values[at] ?? '']));
}

/** An address with the parameters left unnamed: lists and records may name them differently. */
export function nameless(address: string): string {
  return address.replaceAll(/\{\w+\}/g, '{}');
}

/** Texts of an answer that are shown this once only, such as a secret key: name and text of each. */
export function secretsIn(document: Document, operation: Operation, answer: unknown): [string, string][] {
  const { properties = {} } = answerSchema(document, operation);
  const given = (answer ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(given).filter(
    (one): one is [string, string] => properties[one[0]]?.format === 'password' && typeof one[1] === 'string',
  );
}

function isItemOf(path: string, address: string): boolean {
  return path.startsWith(`${address}/{`) && !path.slice(address.length + 1).includes('/');
}

function isPartOf(path: string, item: string): boolean {
  return path.startsWith(`${item}/`) && !path.slice(item.length + 1).includes('/');
}

function isAllowed(operation: Operation): boolean {
  return may(operation['x-permission']);
}

/** Name of the last parameter of an address. */
export function parameterOf(address: string): string {
  return /\{(\w+)\}$/.exec(address)?.[1] ?? 'id';
}

/** Names of the parameters of an address. */
export function parameterNames(address: string): string[] {
  return Array.from(address.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

/** Puts values into the parameters of an address. */
export function filled(address: string, values: Readonly<Record<string, string>>): string {
  return address.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** Schema behind references. */
export function resolved(document: Document, schema: Schema = {}): Schema {
  const name = schema.$ref?.split('/').pop();
  return name === undefined ? schema : { ...document.components.schemas[name], ...withoutReference(schema) };
}

function withoutReference({ $ref: _reference, ...rest }: Schema): Schema {
  return rest;
}

/** Schema of the JSON answer of an operation. */
export function answerSchema(document: Document, operation: Operation): Schema {
  const { '200': ok, '201': created } = operation.responses;
  return resolved(document, (ok ?? created)?.content?.['application/json']?.schema);
}

/** Schema of the records of a list; undefined if the operation answers no list of objects. */
export function itemSchema(document: Document, list: Operation): Schema | undefined {
  const answer = answerSchema(document, list);
  const items =
    answer.type === 'array' ? answer.items : isPage(answer) ? answer.properties?.['data']?.items : undefined;
  const schema = items && resolved(document, items);
  return schema?.properties && schema;
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

/** Schema of the JSON body of an operation; undefined if it reads none. */
export function bodySchema(document: Document, operation: Operation | undefined): Schema | undefined {
  const schema = operation?.requestBody?.content?.['application/json']?.schema;
  return schema && resolved(document, schema);
}
