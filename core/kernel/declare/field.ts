import { fieldReading, objectField, SECRET_FORMAT, type ComputedField } from './object.ts';
import type { TArray, TSchema } from '@sinclair/typebox';
import { input } from './input.ts';
import type { Field, Fields, GivenField, JsonSchema, OptionalField, SourceOf } from './object.ts';
import {
  writeBool,
  writeDate,
  writeDecimal,
  writeDigits,
  writeHtml,
  writeInstant,
  writeInteger,
} from '../base/value_writers.ts';
import { writeMoney, writeText, writeTimestamp, writeUrl, wrong, type WholeNumber } from '../base/value_writers.ts';

export type { Field, Fields, JsonSchema, SourceOf };

/** A picture in three sizes, each a URL or a path below the public address (specification, section 2, Picture). */
export interface Picture {
  readonly small: string;
  readonly middle: string;
  readonly large: string;
}

const TWO_PLACES = '^-?[0-9]+\\.[0-9]{2}$';

function plain<S>(schema: JsonSchema, write: Field<S>['write']): Field<S> {
  return { schema, write };
}

function text<S>(schema: JsonSchema, write: Field<S>['write']): Field<S> {
  return plain({ type: 'string', ...schema }, write);
}

/** A field whose values clients may give; the input type is made when it is asked for. */
function given<S, I extends TSchema>(field: Field<S>, of: () => I): GivenField<S, I> {
  return {
    ...field,
    get input() {
      return of();
    },
  };
}

/** Options of an input type; the description is that of the field. */
type Limits<Make extends (options: never) => TSchema> = Omit<NonNullable<Parameters<Make>[0]>, 'description'>;

/**
 * Wire types (specification, section 2). `description` is for the OpenAPI document. Limits apply to values that clients
 * give, see `inputsOf`; they are the options of the function of `input` with the same name. The type parameter of `Field`
 * is the type of the value that the service provides.
 */
export const field = {
  /** `int string`: digits in a string, so that clients in JavaScript read 64-bit numbers exactly. */
  intString: (description: string) =>
    given(text({ pattern: '^-?[0-9]+$', description }, writeDigits), () => input.id({ description })),

  /** `int`: a JSON number; values beyond 2^53 are rejected. */
  int: (description: string, limits: Limits<typeof input.integer> = {}) =>
    given<WholeNumber, ReturnType<typeof input.integer>>(plain({ type: 'integer', description }, writeInteger), () =>
      input.integer({ ...limits, description }),
    ),

  /** `float string` of money: the service provides integer hundredths, the wire format is "9.90". */
  money: (description: string) =>
    given(text({ pattern: TWO_PLACES, description }, writeMoney), () => input.money({ description })),

  /** `float string` of a rate or other number, with `places` decimals; the service provides a number, or text of a NUMERIC. */
  decimal: (description: string, { places = 2 } = {}) =>
    text({ pattern: `^-?[0-9]+${places === 0 ? '' : `\\.[0-9]{${places}}`}$`, description }, (value: string | number) =>
      writeDecimal(value, places),
    ),

  /** A day without a time zone, as text: `2026-11-24`. */
  date: (description: string) =>
    given(text({ format: 'date', description }, writeDate), () => input.date({ description })),

  email: (description: string) =>
    given(text<string>({ format: 'email', description }, writeText), () => input.email({ description })),

  uuid: (description: string) =>
    given(text<string>({ format: 'uuid', description }, writeText), () => input.uuid({ description })),

  text: (description: string, limits: Limits<typeof input.text> = {}) =>
    given(text<string>({ description }, writeText), () => input.text({ ...limits, description })),

  /** A credential or one-time token as text. Its answers get `Cache-Control: no-store`, unless the operation sets this header. */
  secret: (description: string): Field<string> => text({ format: SECRET_FORMAT, description }, writeText),

  /** HTML; paths in `src`, `href` and `poster` that begin with a single `/` get the address of this installation. */
  html: (description: string) => text({ description }, writeHtml),

  bool: (description: string, limits: Limits<typeof input.bool> = {}) =>
    given(plain<boolean>({ type: 'boolean', description }, writeBool), () => input.bool({ ...limits, description })),

  oneOf: <const W extends readonly string[]>(words: W, description: string, limits: { default?: W[number] } = {}) =>
    given(
      text<W[number]>({ enum: [...words], description }, (value) => {
        if (!words.includes(value)) throw wrong(value, `one of ${words.join(', ')}`);
        return value;
      }),
      () => input.oneOf(words, { ...limits, description }),
    ),

  /** `datetime`: ISO 8601 with the offset of the configured zone. */
  datetime: (description: string) =>
    given(text({ format: 'date-time', description }, writeInstant), () => input.datetime({ description })),

  /** `timestamp`: unix seconds as a number. */
  timestamp: (description: string) => plain({ type: 'integer', description }, writeTimestamp),

  /** A URL; a path that begins with `/` is completed with the public address of this installation. */
  url: (description: string, limits: Limits<typeof input.url> = {}) =>
    given(text({ description }, writeUrl), () => input.url({ ...limits, description })),

  /** A picture in three sizes; `fallback` is the URL or path for each missing size, and for null. */
  picture: (description: string, fallback: string): Field<Picture | null> => {
    const sizes = ['small', 'middle', 'large'] as const;
    const sized = (size: string) => text({ format: 'uri', description: `URL of its ${size} size.` }, writeUrl);
    const { schema } = field.object(Object.fromEntries(sizes.map((size) => [size, sized(size)])), description);
    return {
      schema,
      write: (value, context) =>
        Object.fromEntries(sizes.map((size) => [size, writeUrl(value?.[size] || fallback, context)])),
    };
  },

  /** A list of values of one type. */
  list,

  /** A nested object with declared fields. */
  object: <F extends Fields>(fields: F, description: string): Field<SourceOf<F>> =>
    objectField({ name: 'object', fields: () => fields }, '', description),

  /** A field of an older version, computed from the object that the service returns; for `downgrade`. */
  from: <S, Source extends object>(item: Field<S>, convert: (object: Source) => S): ComputedField<Source> =>
    fieldReading<Source>(convert, item),

  /** The value may be null. */
  nullable: <S>(item: Field<S>): Field<S | null> => ({
    schema: { ...item.schema, type: [item.schema['type'], 'null'], ...withNull(item.schema['enum']) },
    write: (value, context) => (value === null ? null : item.write(value, context)),
    inner: { item, with: (changed: Field) => field.nullable(changed) },
  }),

  /** The field may be left out. */
  optional: <S>(item: Field<S>): OptionalField<S> => ({
    ...item,
    absent: true,
    inner: { item, with: (changed: Field) => field.optional(changed) },
  }),
};

function withNull(words: unknown): { enum?: unknown[] } {
  return Array.isArray(words) ? { enum: [...(words as unknown[]), null] } : {};
}

function list<S, I extends TSchema>(
  item: GivenField<S, I>,
  description: string,
  limits?: { maxItems?: number },
): GivenField<readonly S[], TArray<I>>;
function list<S>(item: Field<S>, description: string): Field<readonly S[]>;
function list<S>(
  item: Field<S> & { readonly input?: TSchema },
  description: string,
  limits: { maxItems?: number } = {},
) {
  const of: Field<readonly S[]> = {
    schema: { type: 'array', items: item.schema, description },
    write: (values, context) => values.map((value) => item.write(value, context)),
    inner: { item, with: (changed: Field) => list(changed, description) },
  };
  return 'input' in item ? given(of, () => input.list(item.input as TSchema, { ...limits, description })) : of;
}
