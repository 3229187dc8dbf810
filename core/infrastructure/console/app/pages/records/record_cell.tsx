import { useState } from 'preact/hooks';
import { isUnixTime, labelOf, textOf, LONG } from '../../fields.ts';
import { t, time } from '../../translations.ts';
import { parameterOf, type Collection } from '../../collections.ts';
import { bodySchema, itemSchema, type Document, type Schema } from '../../records.ts';

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
function isTime(schema: Schema): boolean {
  return schema.format === 'date-time' || isUnixTime(schema);
}

/** Whether a field with this name identifies records for readers. */
function isName(name: string): boolean {
  return /^(sn|code|email)$|Sn$|name$|title$/i.test(name);
}

/** Returns the field that identifies an object, such as the nickname of a user. */
function namedBy({ properties = {} }: Schema): string | undefined {
  return Object.keys(properties).find(isName);
}

/** Title of a record, or another name; undefined for a record without one. */
export function nameOf({ schema, row }: { readonly schema: Schema; readonly row: Row }): string | undefined {
  const names = ['title', 'name', namedBy(schema) ?? ''].map((name) => row[name]);
  return names.find((name): name is string => typeof name === 'string' && name !== '');
}

/** Whether a field is an object without declared properties, such as the values before a change. */
function isOpen({ type, properties }: Schema): boolean {
  return properties === undefined && [type].flat().includes('object');
}

/** Whether a value is a list without objects, such as a list of texts. */
function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every((one) => typeof one !== 'object');
}

/** Formats an object as one line: `name: value, ...`. */
export function lineOf(values: Row | null): string {
  return Object.entries(values ?? {})
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');
}

/** Formats a value as the text of a cell. */
function cellOf(value: unknown, schema: Schema): string {
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

/** Fields of a record for the part `Values`, by default all. */
export function valuesOf(row: Row, { properties = {} }: Schema, names = Object.keys(row)) {
  return names.map((name) => {
    const value = row[name];
    const schema = properties[name] ?? {};
    const isNested = typeof value === 'object' && value !== null && !isList(value);
    return {
      name,
      label: labelOf(name, schema.description),
      title: schema.description,
      value: isNested ? <pre>{JSON.stringify(value, null, 2)}</pre> : cellOf(value, schema),
    };
  });
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

type Properties = Readonly<Record<string, Schema>>;
type Kind = 'name' | 'state' | 'amount' | 'values' | 'time' | 'other' | 'long';

const MAX_COLUMNS = 9;
const STORAGE_KEY = 'lectern.console.columns';
/** Number of columns of each kind that come first. The other columns follow in the order of the API. */
const shares = { name: 3, state: 2, amount: 2, values: 2, time: 1, other: 0, long: 0 } as const;

/** Returns the fields that a table can show: plain values, lists of these, objects with a name or of any content. */
export function columnsIn(properties: Properties): string[] {
  const isShown = (schema: Schema) => isPlain(schema) || isOpen(schema) || namedBy(schema) !== undefined;
  const isPlain = ({ type }: Schema) => [type].flat().every((one) => one !== 'object' && one !== undefined);
  return Object.entries(properties)
    .filter(([, schema]) => isShown(schema) && (schema.items === undefined || isPlain(schema.items)))
    .map(([name]) => name);
}

/**
 * Returns the nine most useful columns: key, names, states, amounts, changes, a time. Long texts come last. Depends on
 * the OpenAPI document alone, so that each search and page has the same columns.
 * @param constant field that has the same value in all rows
 */
export function usefulColumns(document: Document, { list, item, add, update }: Collection, constant = ''): string[] {
  const { properties = {} } = itemSchema(document, list) ?? {};
  const all = columnsIn(properties).filter((name) => name !== constant);
  const parameter = parameterOf(item ?? '');
  const key = parameter in properties ? parameter : 'id';
  const { properties: written = {} } = bodySchema(document, update ?? add) ?? {};
  const kindIn = (name: string) => (isLong(written[name]) ? 'long' : kindOf(name, properties[name] ?? {}));
  const first = (Object.keys(shares) as Kind[]).flatMap((kind) =>
    amountsFirst(all.filter((name) => name !== key && kindIn(name) === kind)).slice(0, shares[kind]),
  );
  const rest = all.filter((name) => kindIn(name) !== 'long');
  const ranked = [...all.filter((name) => name === key), ...first, ...rest, ...all];
  return [...new Set(ranked)].slice(0, MAX_COLUMNS);
}

/** Returns the fields of a record that are non-empty names, states or amounts. */
export function keyFigures({ properties = {} }: Schema, row: Row): string[] {
  return columnsIn(properties).filter(
    (name) => !isEmpty(row[name]) && ['name', 'state', 'amount'].includes(kindOf(name, properties[name] ?? {})),
  );
}

/** Moves the amounts to pay, such as `payAmount`, before prices and other money. */
function amountsFirst(names: readonly string[]): string[] {
  const isAmount = (name: string) => /amount$/i.test(name);
  return [...names.filter(isAmount), ...names.filter((name) => !isAmount(name))];
}

function isEmpty(value: unknown): boolean {
  return [undefined, null, '', '0', '0.00'].includes(value as string);
}

/** Whether a form has a text area for a field. */
function isLong(schema: Schema = {}): boolean {
  return (schema.maxLength ?? 0) > LONG;
}

function kindOf(name: string, schema: Schema): Kind {
  if (isTime(schema)) return 'time';
  if (isName(name) || namedBy(schema) !== undefined) return 'name';
  if (isOpen(schema)) return 'values';
  if (/uuid|url$/i.test(name)) return 'long';
  if (schema.enum !== undefined || /^(roles|locked|enabled|status|state)$/.test(name)) return 'state';
  return schema.pattern?.endsWith('\\.[0-9]{2}$') ? 'amount' : 'other';
}

/** Returns the chosen columns of a list, and a function that changes them. The browser stores the choice. */
export function useChosenColumns(list: string): [readonly string[] | undefined, (names: readonly string[]) => void] {
  const kept = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Readonly<Record<string, readonly string[]>>;
  const [chosen, setChosen] = useState(kept[list]);
  const choose = (names: readonly string[]) => {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...kept, [list]: names }));
    setChosen(names);
  };
  return [chosen, choose];
}

interface ColumnsProps {
  readonly all: readonly string[];
  readonly shown: readonly string[];
  readonly onChoice: (names: readonly string[]) => void;
}

/** Checkboxes for the columns of a list. */
export function Columns({ all, shown, onChoice }: ColumnsProps) {
  const changed = (name: string) => (shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name]);
  return (
    <details>
      <summary>{t('columns')}</summary>
      <div class="choice">
        {all.map((name) => (
          <label key={name} class="check">
            <input type="checkbox" checked={shown.includes(name)} onChange={() => onChoice(changed(name))} /> {name}
          </label>
        ))}
      </div>
    </details>
  );
}
