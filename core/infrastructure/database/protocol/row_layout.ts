import pg, { type FieldDef } from 'pg';
import { readTimestamp } from './read_timestamp.ts';

/** Text of a field as sent by the server; null for SQL NULL. */
type Text = string | null;
type Row = Record<string, unknown>;

/** Source of the parsers that convert texts of PostgreSQL types to values; the driver's connection. */
export interface Types {
  getTypeParser(type: number, format: 'text'): (text: string) => unknown;
}

const TIMESTAMPTZ: number = pg.types.builtins.TIMESTAMPTZ;
/** The driver's parser that returns its text unchanged; fields with this parser are not parsed at all. */
const asItIs: unknown = pg.types.getTypeParser(pg.types.builtins.TEXT, 'text');

/** Parsers for the fields of a row, cached because the server describes the same rows with each answer. */
export class RowLayout {
  readonly #fields: readonly FieldDef[];
  readonly #parsers: readonly (((text: string) => unknown) | undefined)[];
  /** Template of each row, so that all rows have the same properties in the same order. */
  readonly #empty: Row;

  constructor(fields: readonly FieldDef[], types: Types) {
    this.#fields = fields;
    this.#parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID, types));
    this.#empty = { ...Object.fromEntries(fields.map(({ name }) => [name, null])) };
  }

  /** Whether this layout matches the server's description of the fields. */
  fits(fields: readonly FieldDef[]): boolean {
    if (fields.length !== this.#fields.length) return false;
    for (let index = 0; index < fields.length; index++) {
      const { name, dataTypeID } = fields[index] as FieldDef;
      const known = this.#fields[index] as FieldDef;
      if (name !== known.name || dataTypeID !== known.dataTypeID) return false;
    }
    return true;
  }

  /** Builds a row from the texts of its fields. @throws errors of a parser; Error when the number of fields differs */
  row(texts: readonly Text[]): Row {
    if (texts.length !== this.#fields.length) throw otherColumns(texts.length, this.#fields.length);
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

function otherColumns(found: number, described: number): Error {
  const problem = `A row has ${found} columns instead of ${described}`;
  return new Error(`${problem}; its table was probably altered meanwhile. Run the query again.`);
}
