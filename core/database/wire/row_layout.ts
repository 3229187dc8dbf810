import pg, { type FieldDef } from 'pg';
import { readTimestamp } from './read_timestamp.ts';

/** What the server has sent of one field; null is SQL's own. */
type Text = string | null;
type Row = Record<string, unknown>;

/** Finds out how a type is read, as the driver has it. */
export interface Types {
  getTypeParser(type: number, format: 'text'): (text: string) => unknown;
}

const TIMESTAMPTZ: number = pg.types.builtins.TIMESTAMPTZ;
/** What the driver gives back for every type that it leaves as it is. */
const asItIs: unknown = pg.types.getTypeParser(pg.types.builtins.TEXT, 'text');

/** What is to be done with the fields of a row. The server tells it with every answer, and nearly always the same. */
export class RowLayout {
  readonly #fields: readonly FieldDef[];
  readonly #parsers: readonly (((text: string) => unknown) | undefined)[];
  /** Each row begins as a copy of it, and so with all of its places. */
  readonly #empty: Row;

  constructor(fields: readonly FieldDef[], types: Types) {
    this.#fields = fields;
    this.#parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID, types));
    this.#empty = { ...Object.fromEntries(fields.map(({ name }) => [name, null])) };
  }

  /** Whether it is the one for fields that were described so. */
  fits(fields: readonly FieldDef[]): boolean {
    if (fields.length !== this.#fields.length) return false;
    for (let index = 0; index < fields.length; index++) {
      const { name, dataTypeID } = fields[index] as FieldDef;
      const known = this.#fields[index] as FieldDef;
      if (name !== known.name || dataTypeID !== known.dataTypeID) return false;
    }
    return true;
  }

  /** @throws what a parser says, and when there are other fields than it knows of */
  row(texts: readonly Text[]): Row {
    if (texts.length !== this.#fields.length) throw new Error('The table was changed while it was read; ask again.');
    const row = { ...this.#empty };
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index] as Text;
      if (text === null) continue;
      const parse = this.#parsers[index];
      row[(this.#fields[index] as FieldDef).name] = parse ? parse(text) : text;
    }
    return row;
  }
}

function parserOf(type: number, types: Types): ((text: string) => unknown) | undefined {
  const parse = types.getTypeParser(type, 'text');
  if (parse === asItIs) return undefined;
  if (type !== TIMESTAMPTZ) return parse;
  return (text) => readTimestamp(text) ?? parse(text);
}
