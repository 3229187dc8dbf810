import { Type, type StaticDecode, type StringOptions, type TSchema, type TString } from '@sinclair/typebox';
import type { TObject, TOptional, TProperties, TTransform } from '@sinclair/typebox';
import { annotations, formats, type Described } from '../base/input_formats.ts';
import type { FileTerms } from '../base/uploaded_file.ts';

/** Fields that an operation accepts, by name. */
export type InputFields = TProperties;

/** Type of the input that an operation receives. */
export type InputOf<F extends InputFields> = StaticDecode<TObject<F>>;

// A symbol, so that the function is no field.
export const computes = Symbol('computes the field of the newer version');

/** Fields that clients of an older version send, and the function that computes a field of the newer one; for `upgrade`. */
export type FormerInput = InputFields & { readonly [computes]: (given: never) => unknown };

const ID = /^[1-9][0-9]{0,18}$/;
const DIGITS = '^(0|-?[1-9][0-9]{0,15})$';
const MAX_OFFSET = 2_147_483_647;
const MAX_LIMIT = 100;
interface Bounds extends Described {
  minimum?: number;
  maximum?: number;
  default?: number;
}

interface TextBounds extends Described {
  minLength?: number;
  /** Largest number of characters; defaults to 255. */
  maxLength?: number;
  pattern?: string;
  /** Description of texts that match `pattern`, which follows "must be" in messages, with a `maxLength` other than 255. */
  expected?: string;
  default?: string;
}

/**
 * Input types. Numbers and booleans may be JSON values, or texts as in queries and forms; the operation receives the same
 * type either way. The option `description` is for the OpenAPI document.
 *
 * @example
 * @accepts({ q: input.text({ minLength: 2 }), levelId: input.optional(input.id()), ...paging })
 */
export const input = {
  /** An id from 1 to 2^63-1, as digits, or as an integer below 2^53; reaches the operation as digits. */
  id: ({ description }: Described = {}) =>
    digits({ pattern: ID.source, format: 'int64' }, annotations('an id (digits without a leading zero)', description)),

  /** An id, or 0; reaches the operation as digits. */
  idOrZero: ({ description }: Described = {}) =>
    digits(
      { minimum: 0, pattern: '^(0|[1-9][0-9]{0,18})$', format: 'int64' },
      annotations('an id (digits without a leading zero), or 0', description),
    ),

  /** A serial number of at most `maxLength` digits, possibly more than an id has; reaches the operation as digits. */
  serial: ({ maxLength = 40, description }: { maxLength?: number } & Described = {}) =>
    digits({ pattern: '^[1-9][0-9]*$', maxLength }, annotations('digits without a leading zero', description)),

  /** A whole number within bounds, by default 0 or more, as an integer or digits; reaches the operation as a number. */
  integer: ({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER, ...more }: Bounds = {}) =>
    Type.Transform(
      Type.Union([Type.Integer({ minimum, maximum }), Type.String({ pattern: DIGITS, within: [minimum, maximum] })], {
        ...more,
        expected:
          maximum < Number.MAX_SAFE_INTEGER
            ? `an integer from ${minimum} to ${maximum}`
            : `an integer of ${minimum} or more`,
      }),
    )
      .Decode(Number)
      .Encode(Number),

  /** Text of at most 255 characters, or `maxLength`; with `minLength: 0`, "" is a value and not a missing field. */
  text: ({ minLength = 1, maxLength = 255, expected, ...more }: TextBounds = {}) =>
    Type.String({
      minLength,
      maxLength,
      ...more,
      expected:
        expected && maxLength === 255
          ? expected
          : [expected, `text of ${minLength} to ${maxLength} characters`].filter(Boolean).join(', as '),
    }),

  ...formats,

  /** An unparsed body, as the only field and under the name `bytes`. Other media types than `types` are refused with 415. */
  bytes: ({ types = ['*/*'] }: { types?: readonly string[] } = {}) => Type.Unsafe<Buffer>({ mediaTypes: types }),

  /** true or false, also as 1 and 0, and each of these four as text. */
  bool: ({ description, ...more }: { default?: boolean } & Described = {}) =>
    Type.Transform(
      Type.Union(
        [Type.Boolean(), Type.Integer({ minimum: 0, maximum: 1 }), Type.String({ pattern: '^(true|false|1|0)$' })],
        { ...annotations('true or false', description), ...more },
      ),
    )
      .Decode((value) => value === true || value === 1 || value === 'true' || value === '1')
      .Encode((value) => value),

  /** One of the given words. */
  oneOf: <const W extends readonly string[]>(words: W, more: { default?: W[number] } & Described = {}) =>
    Type.Unsafe<W[number]>({ type: 'string', enum: [...words], expected: `one of ${words.join(', ')}`, ...more }),

  /**
   * Order of a list: names separated by commas; `-` before a name means descending. The operation receives a list of
   * `SortKey`; for a missing field the list of the `default`, or undefined.
   */
  sort,

  /** Several values; in a query or form `name=a&name=b`, `name[]=a` or a single `name=a`. */
  list: <S extends TSchema>(item: S, { maxItems = 100, description }: { maxItems?: number } & Described = {}) =>
    Type.Array(item, { maxItems, ...annotations(`a list of at most ${maxItems} values`, description) }),

  /** A nested object with declared fields. */
  object: <F extends InputFields>(fields: F, { description }: Described = {}) =>
    Type.Object(fields, annotations('an object', description)),

  /** Any value but null and "", which count as missing; for operations that validate the value themselves. */
  anything: (more: Described = {}) => Type.Unknown(more),

  /** What clients of an older version send instead of a field, see `upgrade`; computes what clients of the newer one send. */
  from: <F extends InputFields>(fields: F, convert: (given: InputOf<F>) => unknown): FormerInput => ({
    ...fields,
    [computes]: convert,
  }),

  /** The field may be left out. Null counts as left out, and so does "", except for a text with `minLength: 0`. */
  optional: <S extends TSchema>(schema: S) => Type.Optional(schema),

  /** Fields that `add` and `update` read from the query if the body lacks them. Not for secrets: proxies log URLs. */
  alsoInQuery: <F extends InputFields>(fields: F): F => {
    const both = Object.entries(fields).map(([name, one]): [string, TSchema] => [name, { ...one, alsoInQuery: true }]);
    return Object.fromEntries(both) as F;
  },
};

function digits({ minimum = 1, ...text }: StringOptions & { minimum?: number }, expected: object) {
  const integer = Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER });
  return Type.Transform(Type.Union([integer, Type.String(text)], expected))
    .Decode(String)
    .Encode(String);
}

/** Type of the input `input.sort`. */
export type SortSchema<Name extends string> = TTransform<TString, SortKey<Name>[]>;

interface SortTerms<Order extends string = never> extends Described {
  /** Names of orders with a fixed direction. One of them may end the list of names, without `-`. */
  readonly orders?: readonly Order[];
  readonly default?: string;
  /** Name of the list, by which contributions to `listKeys` add sort keys and filters. */
  readonly list?: string;
}

function sort<const W extends readonly string[], Order extends string = never>(
  names: W,
  more: SortTerms<Order> & { default: string },
): SortSchema<W[number] | Order>;
function sort<const W extends readonly string[], Order extends string = never>(
  names: W,
  more?: SortTerms<Order>,
): TOptional<SortSchema<W[number] | Order>>;
/** @throws Error when the default is not a valid value of the field */
function sort(names: readonly string[], { description = 'Order of the list.', ...terms }: SortTerms<string> = {}) {
  const { list, orders = [], ...more } = terms;
  const key = `-?(?:${names.join('|')})`;
  const last = names.length === 0 ? orders : [key, ...orders];
  const pattern = orders.length === 0 ? `^${key}(?:,${key})*$` : `^(?:${key},)*(?:${last.join('|')})$`;
  const forKeys = `a comma-separated list of ${names.join(', ')} (-${names[0]} descends)`;
  const forOrders =
    names.length === 0 ? `one of ${orders.join(', ')}` : `, of which the last may be ${orders.join(' or ')}`;
  const expected = `${names.length > 0 ? forKeys : ''}${orders.length > 0 ? forOrders : ''}`;
  if (more.default !== undefined && !new RegExp(pattern).test(more.default))
    throw new Error(`input.sort: the default "${more.default}" must be ${expected}.`);
  const words = names.length === 0 ? { enum: [...orders] } : { pattern, maxLength: 255 };
  const schema = Type.Transform(
    Type.String({ ...words, ...annotations(expected, description), ...more, sorted: { names, list, orders } }),
  )
    .Decode((text) => text.split(',').map(sortKeyOf))
    .Encode((keys) => keys.map(({ name, descending }) => (descending ? `-${name}` : name)).join(','));
  return more.default === undefined ? Type.Optional(schema) : schema;
}

/** A name to sort by, with its direction. */
export interface SortKey<Name extends string = string> {
  readonly name: Name;
  readonly descending: boolean;
}

function sortKeyOf(text: string): SortKey {
  const descending = text.startsWith('-');
  return { name: descending ? text.slice(1) : text, descending };
}

const pageSizeText = `Number of entries; above ${MAX_LIMIT} counts as ${MAX_LIMIT}.`;
const pageSize = { maximum: MAX_OFFSET, default: 10, description: pageSizeText };

/** Input fields of a paged list: `offset`, by default 0, and `limit`, by default 10. A limit above 100 counts as 100. */
export const paging = {
  offset: input.integer({ maximum: MAX_OFFSET, default: 0, description: 'Number of entries to skip.' }),
  limit: Type.Transform(input.integer(pageSize))
    .Decode((limit) => Math.min(limit, MAX_LIMIT))
    .Encode((limit) => limit),
};

/** Accepts every field without a check, for operations that know only at runtime which fields are valid. */
export const anyFields: InputFields = {};

/** Accepts a body of any media type as `bytes`, unparsed, for signed messages. Only for `add` and `update`. */
export const rawBody = { bytes: input.bytes() };

/** Media types of an unparsed body; undefined for other inputs. */
export function rawTypes({ bytes }: InputFields): readonly string[] | undefined {
  return bytes?.['mediaTypes'] as readonly string[] | undefined;
}

/** Maximum number of files of an input, and of their bytes together; undefined if the input declares no files. */
export function fileLimits(fields: InputFields): { readonly files: number; readonly fileBytes: number } | undefined {
  const counts = Object.values(fields).map((field) => {
    const { file } = (field['items'] ?? field) as { file?: FileTerms };
    return file ? { files: (field['maxItems'] as number | undefined) ?? 1, maxBytes: file.maxBytes } : undefined;
  });
  const declared = counts.filter((one) => one !== undefined);
  if (declared.length === 0) return undefined;
  const sum = (of: (one: (typeof declared)[number]) => number) => declared.reduce((total, one) => total + of(one), 0);
  return { files: sum(({ files }) => files), fileBytes: sum(({ files, maxBytes }) => files * maxBytes) };
}

/** Whether an operation declares all fields that it accepts, possibly none. */
export function declaresFields(fields: InputFields): boolean {
  return fields !== anyFields && rawTypes(fields) === undefined;
}

/** Whether an operation with these fields reads any input. */
export function takesInput(fields: InputFields): boolean {
  return fields === anyFields || Object.keys(fields).length > 0;
}

/** Adds fields of the query that the body lacks, if the input declares them with `alsoInQuery`. */
export function withQuery(body: unknown, query: Readonly<Record<string, unknown>>, fields: InputFields): unknown {
  const added = Object.entries(query).filter(([name]) => fields[name]?.['alsoInQuery'] === true);
  return added.length === 0 ? body : { ...Object.fromEntries(added), ...(body as object) };
}

/** Whether a text is an id in wire format: 1 to 2^63-1 without a leading zero. */
export function isId(text: string): boolean {
  return ID.test(text) && isInt64(text);
}

/** Whether a number is at most 2^63-1; `digits` has no leading zeros. */
export function isInt64(digits: string): boolean {
  return digits.length < 19 || (digits.length === 19 && digits <= '9223372036854775807');
}
