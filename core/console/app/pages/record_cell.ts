import { textOf } from '../fields.ts';
import type { Schema } from '../records.ts';
import { t, time } from '../words.ts';

/** A record as the API answers it. */
export type Row = Readonly<Record<string, unknown>>;

const LONGEST = 80;

/** A value as text of a cell. Markup stays text. */
export function cellOf(value: unknown, { format }: Schema): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = textOf('text', value);
  if (format === 'date-time') return time(text);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
