import { Kind, TransformKind, Type, type TArray, type TSchema } from '@sinclair/typebox';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { Failure } from '../declare/failure.ts';
import { declaresFields, isInt64, type InputFields, type InputOf } from '../declare/input.ts';
import { isFile, UploadedFile } from '../base/uploaded_file.ts';
import { standardFailures } from '../declare/standard_failures.ts';
import { InputRefusals } from './input_failures.ts';

const terms = { allErrors: true, strict: true, strictTypes: false, useDefaults: true, verbose: true };
// Tests the digits, because the keyword `multipleOf: 0.01` has rounding errors.
const isMoney = (amount: number) => /^-?\d+(\.\d{1,2})?$/.test(String(amount));
const isDecimal = ([least, most, places]: [number, number, number], value: unknown) =>
  Number(value) >= least && Number(value) <= most && new RegExp(`^-?\\d+(\\.\\d{0,${places}})?$`).test(String(value));
const isWithin = ([least, most]: [number, number], text: string) => Number(text) >= least && Number(text) <= most;

/** Whether a text is a day of the calendar in the years 1000 to 9999. */
function isDate(text: string): boolean {
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && isoOf(`${text}T00:00:00Z`).startsWith(text);
}

function isDateTime(text: string): boolean {
  const isWritten = /^.{10}T\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[ +-]\d\d:\d\d)$/.test(text) && isDate(text.slice(0, 10));
  return isWritten && /^[1-9]\d{3}-/.test(isoOf(text.replace(' ', '+')));
}

/** An instant as ISO 8601 in UTC; "" for an invalid one. */
function isoOf(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

const ajv = createAjv();
/** Validators by declared fields, which the kernels of a process share. */
const compiled = new WeakMap<InputFields, ValidateFunction>();

function createAjv() {
  // No validation by the meta-schema, which would have to be compiled first. Strict mode still rejects unknown keywords.
  return new Ajv2020({ ...terms, validateSchema: false, meta: false })
    .addVocabulary(['expected', 'alsoInQuery', 'known', 'sorted', 'x-origin'])
    .addFormat('date', isDate)
    .addFormat('date-time', isDateTime)
    .addFormat('email', true)
    .addFormat('int64', isInt64)
    .addFormat('money', { type: 'number', validate: isMoney })
    .addFormat('uuid', true)
    .addKeyword({ keyword: 'file', validate: isFile })
    .addKeyword({ keyword: 'decimal', validate: isDecimal })
    .addKeyword({ keyword: 'fits', validate: (fits: (value: unknown) => boolean, value: unknown) => fits(value) })
    .addKeyword({ keyword: 'within', type: 'string', validate: isWithin });
}

/** Validates data, and converts the data like the input of an operation. @throws missingParameter, invalidParameter */
export type Reader<F extends InputFields> = (source: unknown) => InputOf<F>;

/** Compiles a function that validates data outside of routes, such as stored data. */
export function reader<F extends InputFields>(fields: F): Reader<F> {
  const read = compileInput(fields);
  return (source) => {
    const input = read(source);
    if (input instanceof Failure) throw input;
    return input;
  };
}

/** Returns the input of an operation, or the failure missingParameter or invalidParameter; may also throw the latter. */
export type ReadInput<F extends InputFields> = (source: unknown) => InputOf<F> | Failure;

/**
 * Compiles declared fields into a function that validates and converts input. Undeclared fields are dropped. Null and
 * "" count as missing, except "" for a text with `minLength: 0`. Failures are returned, because V8 does not optimize
 * functions that often throw. Only checks before the validation throw: of text, and of the length of lists.
 */
export function compileInput<F extends InputFields>(fields: F): ReadInput<F> {
  if (!declaresFields(fields)) return (source) => source as InputOf<F>;
  const schema = Type.Object(fields);
  const pick = picker(schema);
  const decode = decoder(schema);
  const refusals = new InputRefusals();
  let validate: ValidateFunction | undefined;
  return (source) => {
    const picked = pick(source, '') as object;
    // Compiled on first use: a thousand schemas would add seconds to the start.
    if (!validate) compiled.set(fields, (validate = compiled.get(fields) ?? ajv.compile(schema)));
    if (!validate(picked)) return refusals.of(validate.errors ?? []);
    return (decode ? decode(picked as never) : picked) as InputOf<F>;
  };
}

/** Selects the declared parts of a value. `path` is the path of the value, separated by dots. */
type Picker = (value: unknown, path: string) => unknown;

function picker(schema: TSchema): Picker {
  if (schema[Kind] === 'Object') return objectPicker(schema.properties as InputFields);
  if (schema[Kind] === 'Array') return listPicker(schema as TArray);
  if ('file' in schema) return (value) => value;
  return branchesOf(schema).every(isSingle) ? valuePicker(schema) : anythingPicker;
}

const singleTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

const isSingle = ({ type }: TSchema) => singleTypes.includes(type);
const branchesOf = (schema: TSchema): readonly TSchema[] => (schema['anyOf'] as TSchema[] | undefined) ?? [schema];

/**
 * Selects a scalar. Objects and lists are passed to validation, which rejects them by type. Overlong text is rejected
 * before its characters are checked.
 */
function valuePicker(schema: TSchema): Picker {
  const longest = longestText(schema);
  const message = `must be ${String(schema['expected'])}`;
  return (value, path) => {
    if (typeof value !== 'string') return value;
    if (value.length > longest) throw standardFailures.invalidParameter.about(path, message);
    refuseBrokenText(path, value);
    return value;
  };
}

/** Upper limit of `length` of a valid text: limits count characters, and a character may have two code units. */
function longestText(schema: TSchema): number {
  const texts = branchesOf(schema).filter(({ type }) => type === 'string');
  if (texts.length === 0 || schema['expected'] === undefined) return Infinity;
  return 2 * Math.max(...texts.map(({ maxLength = Infinity }) => maxLength as number));
}

function anythingPicker(value: unknown, path: string): unknown {
  if (typeof value === 'string') refuseBrokenText(path, value);
  if (typeof value !== 'object' || value === null) return value;
  for (const [name, inner] of Object.entries(value)) {
    refuseBrokenText(path, name);
    anythingPicker(inner, `${path}.${name}`);
  }
  return value;
}

function objectPicker(fields: InputFields): Picker {
  const pickers = Object.entries(fields).map(([name, schema]) => ({ name, pick: picker(schema), schema }));
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const picked: Record<string, unknown> = {};
    for (const { name, pick, schema } of pickers) {
      if (!Object.hasOwn(value, name)) continue;
      const given = (value as Record<string, unknown>)[name];
      if (given === undefined || given === null || (given === '' && schema['minLength'] !== 0)) continue;
      picked[name] = pick(given, path === '' ? name : `${path}.${name}`);
    }
    return picked;
  };
}

/** Text columns of the database accept neither NUL nor an unpaired surrogate. */
function refuseBrokenText(field: string, value: string): void {
  if (value.isWellFormed() && !value.includes('\0')) return;
  throw standardFailures.invalidParameter.about(field, 'must be text without NUL or broken characters');
}

/** Accepts a single value as a list of one, as queries and forms send it. */
function listPicker({ items, maxItems = Infinity, expected }: TArray): Picker {
  const pick = picker(items);
  return (value, path) => {
    const list: unknown = typeof value === 'string' || value instanceof UploadedFile ? [value] : value;
    if (!Array.isArray(list)) return list;
    // Checked before the entries, because each wrong entry of a long list would create a problem.
    if (list.length > maxItems) throw standardFailures.invalidParameter.about(path, `must be ${String(expected)}`);
    return list.map((entry, index) => pick(entry, `${path}.${index}`));
  };
}

type Decode = (value: never) => unknown;

/** Decoder of a schema and its nested schemas; undefined if values stay unchanged. */
function decoder(schema: TSchema): Decode | undefined {
  const own = schema[TransformKind as never] as { Decode: Decode } | undefined;
  if (own) return own.Decode;
  if (schema[Kind] === 'Object') return objectDecoder(schema.properties as InputFields);
  if (schema[Kind] !== 'Array') return undefined;
  const item = decoder(schema.items as TSchema);
  return item && ((list: never[]) => list.map(item));
}

function objectDecoder(fields: InputFields): Decode | undefined {
  const decoders = Object.entries(fields).flatMap(([name, schema]) => {
    const decode = decoder(schema);
    return decode ? [{ name, decode }] : [];
  });
  if (decoders.length === 0) return undefined;
  return (value: Record<string, never>) => {
    for (const { name, decode } of decoders) {
      if (name in value) value[name] = decode(value[name] as never) as never;
    }
    return value;
  };
}
