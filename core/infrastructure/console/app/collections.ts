import {
  answerReference,
  itemReference,
  itemSchema,
  queryOf,
  type Document,
  type Operation,
  type Schema,
} from './records.ts';
import { may } from './session.ts';
import { t } from './translations.ts';

/** A list of records, with the operations on the list and on its records that the user may call. */
export interface Collection {
  /** Address template of the list; a list below a record has parameters: `/api/courses/{courseId}/members`. */
  readonly address: string;
  readonly module: string;
  readonly list: Operation;
  readonly item: string | undefined;
  readonly get: Operation | undefined;
  readonly add: Operation | undefined;
  /** Address to which `add` posts; may differ from `address`, such as `/api/admin_users` for `/api/users`. */
  readonly addAddress: string;
  /** Whether added records can be neither changed nor removed, such as refunds. */
  readonly isFinal: boolean;
  readonly update: Operation | undefined;
  readonly remove: Operation | undefined;
}

/** A list, with the values of the parameters in its address. */
export interface ListProps {
  readonly document: Document;
  readonly collection: Collection;
  readonly parents: Readonly<Record<string, string>>;
}

/** Lists that the user may see. Lists of the console itself are left out, because they have their own pages. */
export function collectionsOf(document: Document): Collection[] {
  return Object.keys(document.paths)
    .filter((address) => !address.startsWith('/api/console/'))
    .flatMap((address) => collectionAt(document, address) ?? []);
}

/** Returns the list at an address; undefined if the address has no list that the user may see. */
export function collectionAt(document: Document, address: string): Collection | undefined {
  const { get: list } = document.paths[address] ?? {};
  if (!list || !isAllowed(list) || address.endsWith('}') || !itemSchema(document, list)) return undefined;
  const item = Object.keys(document.paths).find((path) => isPartOf(path, address) && path.endsWith('}'));
  const { get, patch, delete: remove } = (item === undefined ? undefined : document.paths[item]) ?? {};
  const { addAddress, add } = addingTo(document, address);
  const allowed = (operation: Operation | undefined) => (operation && isAllowed(operation) ? operation : undefined);
  return {
    address,
    module: list.tags[0] ?? '',
    list,
    item,
    get: allowed(get),
    add: allowed(add),
    addAddress,
    isFinal: get !== undefined && !patch && !remove,
    update: allowed(patch),
    remove: allowed(remove),
  };
}

/**
 * Returns the POST operation that adds records to a list. If the POST at the address of the list answers no record of
 * the list, a POST at another address is used, such as `/api/admin_users` for `/api/users`. The other address has
 * neither a GET nor parameters.
 */
function addingTo(document: Document, address: string): { readonly addAddress: string; readonly add?: Operation } {
  const { get: list, post: own } = document.paths[address] ?? {};
  const record = list && itemReference(document, list);
  const addsRecord = (post: Operation | undefined) =>
    post !== undefined && record !== undefined && answerReference(post) === record;
  const other = Object.keys(document.paths).find((path) => {
    const { get, post } = document.paths[path] ?? {};
    return !get && !path.includes('{') && addsRecord(post);
  });
  const addAddress = other === undefined || addsRecord(own) ? address : other;
  const add = document.paths[addAddress]?.post;
  return { addAddress, ...(add && { add }) };
}

/** Returns the title of the form that adds a record; for a final operation, the summary of the operation. */
export function titleOfAdding({ add, isFinal }: Collection): string {
  return isFinal && add ? add.summary : t('addRecord');
}

/** The parent record of a list, such as the course of `/api/courses/1/members`. */
export interface Parent {
  readonly collection: Collection;
  readonly get: Operation;
  readonly parents: Readonly<Record<string, string>>;
  readonly id: string;
  /** Address of the record. */
  readonly own: string;
}

/** Returns the parent record of a list; undefined if the list has no parent that the user may see. */
export function parentOf(
  document: Document,
  address: string,
  values: Readonly<Record<string, string>>,
): Parent | undefined {
  const item = nameless(address.slice(0, address.lastIndexOf('}') + 1));
  const collection = collectionsOf(document).find((one) => one.item !== undefined && nameless(one.item) === item);
  if (!collection?.get || collection.item === undefined) return undefined;
  const named = parentsOf(collection.item, values);
  return {
    collection,
    get: collection.get,
    parents: parentsOf(collection.address, values),
    id: named[parameterOf(collection.item)] ?? '',
    own: filled(collection.item, named),
  };
}

/**
 * Returns the lists that can be filtered by the last parameter of an address: payments have the filter `orderSn`, so
 * they are related to `/api/orders/{orderSn}/refunds`.
 */
export function relatedTo(document: Document, address: string): { collection: Collection; name: string }[] {
  const name = parameterNames(address).at(-1) ?? '';
  return collectionsOf(document)
    .filter(({ list }) => queryOf(document, list).some((one) => one.name === name))
    .map((collection) => ({ collection, name }));
}

/** A record with its schema. */
interface RecordState {
  readonly schema: Schema;
  readonly row: Readonly<Record<string, unknown>>;
}

/** A POST operation below a record at an address without a list, such as the creation of a new secret. */
export interface Act {
  readonly address: string;
  readonly operation: Operation;
}

/** Returns the operations of type `Act` that are directly below a record, and that the user may call. */
export function actsBelow(document: Document, item: string): Act[] {
  return Object.entries(document.paths).flatMap(([address, { get, post }]) =>
    post && !get && isAllowed(post) && isPartOf(nameless(address), nameless(item))
      ? [{ address, operation: post }]
      : [],
  );
}

/**
 * Whether the state of a record refuses an operation: a field of the record allows the operation for other values only.
 * @param operation such as `DELETE`, or `POST refunds` for an address below the record
 */
export function isRefused(
  { properties = {} }: Schema,
  record: Readonly<Record<string, unknown>>,
  operation: string,
): boolean {
  return Object.entries(properties).some(([name, { 'x-operations': allowed = {} }]) => {
    const isDeclared = Object.values(allowed).flat().includes(operation);
    return isDeclared && allowed[String(record[name])]?.includes(operation) !== true;
  });
}

/** Summary of an operation in the state of a record, if a field of the record declares one for its value. */
export function summaryIn({ schema, row }: RecordState, operation: string): string | undefined {
  return Object.entries(schema.properties ?? {})
    .map(([name, { 'x-summaries': summaries }]) => summaries?.[String(row[name])]?.[operation])
    .find((summary) => summary !== undefined);
}

/** Returns the part of an address after its last parameter, such as `refunds` of `/api/orders/{orderSn}/refunds`. */
export function partBelow(address: string): string {
  return address.slice(address.lastIndexOf('}') + 2);
}

/** Returns the lists below a record that the user may see, such as the members of a course. */
export function collectionsBelow(document: Document, item: string): Collection[] {
  return collectionsOf(document).filter(({ address }) => nameless(address).startsWith(`${nameless(item)}/`));
}

/** Assigns the parameter values of parents, in order, to the parameters of an address, whose names may differ. */
export function parentsOf(address: string, parents: Readonly<Record<string, string>>): Record<string, string> {
  const values = Object.values(parents);
  return Object.fromEntries(parameterNames(address).map((name, at) => [name, values[at] ?? '']));
}

/** Removes the parameter names from an address for comparisons: addresses may name the same parameter differently. */
export function nameless(address: string): string {
  return address.replaceAll(/\{\w+\}/g, '{}');
}

/** Whether a path has one part more than an address. */
function isPartOf(path: string, address: string): boolean {
  return path.startsWith(`${address}/`) && !path.slice(address.length + 1).includes('/');
}

function isAllowed(operation: Operation): boolean {
  return may(operation['x-permission']);
}

/** Name of the last parameter of an address; `id` if the address does not end with a parameter. */
export function parameterOf(address: string): string {
  return /\{(\w+)\}$/.exec(address)?.[1] ?? 'id';
}

export function parameterNames(address: string): string[] {
  return Array.from(address.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

/** Replaces the parameters of an address by percent-encoded values. */
export function filled(address: string, values: Readonly<Record<string, string>>): string {
  return address.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
}
