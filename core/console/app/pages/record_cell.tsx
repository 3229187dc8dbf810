import { isUnixTime, textOf } from '../fields.ts';
import type { Schema } from '../records.ts';
import { t, time } from '../translations.ts';

/** A record in an answer of the API. */
export type Row = Readonly<Record<string, unknown>>;

/** Answer of a list operation: an array, or a page. */
export type Page = readonly Row[] | { readonly data: readonly Row[]; readonly paging: Paging };

interface Paging {
  readonly total?: number;
  readonly isEstimate?: boolean;
}

const MAX_LENGTH = 80;
const MILLISECONDS = 1000;

/** Whether a field is a time: text of format `date-time`, or unix seconds. */
export function isTime(schema: Schema): boolean {
  return schema.format === 'date-time' || isUnixTime(schema);
}

/** Whether a field with this name identifies records for readers. */
export function isName(name: string): boolean {
  return /^(sn|code|email)$|Sn$|name$|title$/i.test(name);
}

/** Returns the field that identifies an object, such as the nickname of a user. */
export function namedBy({ properties = {} }: Schema): string | undefined {
  return Object.keys(properties).find(isName);
}

/** Title of a record, or another name; undefined for a record without one. */
export function nameOf({ schema, row }: { readonly schema: Schema; readonly row: Row }): string | undefined {
  const names = ['title', 'name', namedBy(schema) ?? ''].map((name) => row[name]);
  return names.find((name): name is string => typeof name === 'string' && name !== '');
}

/** Whether a field is an object without declared properties, such as the values before a change. */
export function isOpen({ type, properties }: Schema): boolean {
  return properties === undefined && [type].flat().includes('object');
}

/** Whether a value is a list without objects, such as a list of texts. */
export function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every((one) => typeof one !== 'object');
}

/** Formats an object as one line: `name: value, ...`. */
export function lineOf(values: Row | null): string {
  return Object.entries(values ?? {})
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');
}

/** Formats a value as the text of a cell. */
export function cellOf(value: unknown, schema: Schema): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (isList(value)) return value.join(', ') || '–';
  if (typeof value === 'object') {
    const name = namedBy(schema);
    return name === undefined ? lineOf(value as Row) : textOf('text', (value as Row)[name]);
  }
  if (isUnixTime(schema)) return Number(value) === 0 ? '–' : time(Number(value) * MILLISECONDS);
  const text = textOf('text', value);
  return schema.format === 'date-time' ? time(text) : shortened(text);
}

/** A value in a cell. Long objects without declared properties are collapsed. */
export function Cell({ value, schema }: { readonly value: unknown; readonly schema: Schema }) {
  const text = cellOf(value, schema);
  if (isTime(schema)) return <span class="unbroken">{text}</span>;
  if (!isOpen(schema) || text.length <= MAX_LENGTH) return <>{text}</>;
  return (
    <details>
      <summary>{shortened(text)}</summary>
      {text}
    </details>
  );
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
