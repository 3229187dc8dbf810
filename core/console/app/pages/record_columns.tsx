import { useState } from 'preact/hooks';
import { parameterOf, type Collection } from '../collections.ts';
import { LONG } from '../fields.ts';
import { bodySchema, itemSchema, type Document, type Schema } from '../records.ts';
import { t } from '../translations.ts';
import { isName, isOpen, isTime, namedBy, type Row } from './record_cell.tsx';

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
export function keyFigures(properties: Properties, row: Row): string[] {
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
