import { objectJson, objectSchema, objectWriter, SECRET_FORMAT } from './object.ts';
import type { Field, Fields, JsonSchema, OptionalField, SourceOf } from './object.ts';
import {
  writeBool,
  writeDecimal,
  writeDigits,
  writeHtml,
  writeInteger,
  writeMoney,
  writeText,
  writeTimestamp,
  writeUrl,
  wrong,
  type WholeNumber,
} from './wire.ts';

export type { Field, Fields, JsonSchema, SourceOf };

/** A picture in three sizes, each a URL or a path below the public address (specification, section 2, Picture). */
export interface Picture {
  readonly small: string;
  readonly middle: string;
  readonly large: string;
}

/**
 * Wire types of the specification. Each takes a description for the document; its type parameter is the value that the
 * service provides.
 */
export const field = {
  /** `int string`: digits in a string, so that 64-bit numbers survive. */
  intString: (description: string): Field<WholeNumber> => ({
    schema: { type: 'string', pattern: '^-?[0-9]+$', description },
    json: { type: 'string' },
    write: writeDigits,
  }),

  /** `int`: a JSON number. */
  int: (description: string): Field<WholeNumber> => ({
    schema: { type: 'integer', description },
    json: { type: 'integer' },
    write: writeInteger,
  }),

  /** `float string` of money: the service provides integer minor units (1/100), the wire format is "9.90". */
  money: (description: string): Field<WholeNumber> => ({
    schema: { type: 'string', pattern: '^-?[0-9]+\\.[0-9]{2}$', description },
    json: { type: 'string' },
    write: writeMoney,
  }),

  /** `float string` of a rate or a number with two places; the service provides a NUMERIC as text, or a number. */
  decimal: (description: string): Field<string | number> => ({
    schema: { type: 'string', pattern: '^-?[0-9]+\\.[0-9]{2}$', description },
    json: { type: 'string' },
    write: writeDecimal,
  }),

  text: (description: string): Field<string> => ({
    schema: { type: 'string', description },
    json: { type: 'string' },
    write: writeText,
  }),

  /** A credential or one-time token as text. Its answers have `Cache-Control: no-store`, even with `@cached`. */
  secret: (description: string): Field<string> => ({
    schema: { type: 'string', format: SECRET_FORMAT, description },
    json: { type: 'string' },
    write: writeText,
  }),

  /** HTML; paths in links are completed with the public address of this installation. */
  html: (description: string): Field<string> => ({
    schema: { type: 'string', description },
    json: { type: 'string' },
    write: writeHtml,
  }),

  bool: (description: string): Field<boolean> => ({
    schema: { type: 'boolean', description },
    json: { type: 'boolean' },
    write: writeBool,
  }),

  oneOf: <const W extends readonly string[]>(words: W, description: string): Field<W[number]> => ({
    schema: { type: 'string', enum: [...words], description },
    json: { type: 'string' },
    write: (value) => {
      if (!words.includes(value)) throw wrong(value, `one of ${words.join(', ')}`);
      return value;
    },
  }),

  /** `datetime`: ISO 8601 with the offset of the configured zone. */
  datetime: (description: string): Field<Date> => ({
    schema: { type: 'string', format: 'date-time', description },
    json: { type: 'string' },
    write: (value, { writeDateTime }) => writeDateTime(value),
  }),

  /** `timestamp`: unix seconds as a number. */
  timestamp: (description: string): Field<Date> => ({
    schema: { type: 'integer', description },
    json: { type: 'integer' },
    write: writeTimestamp,
  }),

  /** A URL; a path is completed with the public address of this installation, "" stays "". */
  url: (description: string): Field<string> => ({
    schema: { type: 'string', description },
    json: { type: 'string' },
    write: writeUrl,
  }),

  /** A picture in three sizes; `fallback` is the path of the default picture. */
  picture: (description: string, fallback: string): Field<Picture | null> => {
    const sizes = ['small', 'middle', 'large'] as const;
    const each = (schema: JsonSchema) => Object.fromEntries(sizes.map((size) => [size, schema]));
    const described = sizes.map((size) => [size, { type: 'string', format: 'uri', description: `Its ${size} size.` }]);
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries(described),
        required: [...sizes],
        description,
      },
      json: { type: 'object', properties: each({ type: 'string' }) },
      write: (value, context) =>
        Object.fromEntries(sizes.map((size) => [size, writeUrl(value?.[size] || fallback, context)])),
    };
  },

  /** A list of values of one type. */
  list: <S>(item: Field<S>, description: string): Field<readonly S[]> => ({
    schema: { type: 'array', items: item.schema, description },
    json: { type: 'array', items: item.json },
    write: (values, context) => values.map((value) => item.write(value, context)),
  }),

  /** A nested object with declared fields. */
  object: <F extends Fields>(fields: F, description: string): Field<SourceOf<F>> => ({
    schema: { ...objectSchema(fields), description },
    json: objectJson(fields),
    write: objectWriter('object', fields),
  }),

  /** The value may be null. */
  nullable: <S>({ schema, json, write }: Field<S>): Field<S | null> => ({
    schema: { ...schema, type: [schema['type'], 'null'], ...withNull(schema['enum']) },
    json: { ...json, nullable: true },
    write: (value, context) => (value === null ? null : write(value, context)),
  }),

  /** The field may be left out. */
  optional: <S>(of: Field<S>): OptionalField<S> => ({ ...of, absent: true }),
};

function withNull(words: unknown): { enum?: unknown[] } {
  return Array.isArray(words) ? { enum: [...(words as unknown[]), null] } : {};
}
