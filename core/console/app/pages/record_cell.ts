import { textOf } from '../fields.ts';
import type { Schema } from '../records.ts';
import { t, time } from '../translations.ts';

/** A record as the API answers it. */
export type Row = Readonly<Record<string, unknown>>;

const MAX_LENGTH = 80;
const MILLISECONDS = 1000;

/** Whether a field is a time in unix seconds; its description says so. */
function isUnixTime({ description = '' }: Schema): boolean {
  return /unix seconds/i.test(description);
}

/** Whether a field is a time, in either of its forms. */
export function isTime(schema: Schema): boolean {
  return schema.format === 'date-time' || isUnixTime(schema);
}

/** Whether a value is a list of texts or numbers. */
export function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every((one) => typeof one !== 'object');
}

/** A value as text of a cell. Markup stays text. */
export function cellOf(value: unknown, schema: Schema): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (isList(value)) return value.join(', ') || '–';
  if (typeof value === 'object') return JSON.stringify(value);
  if (isUnixTime(schema)) return Number(value) === 0 ? '–' : time(Number(value) * MILLISECONDS);
  const text = textOf('text', value);
  if (schema.format === 'date-time') return time(text);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
