import { Kind, TransformKind, Type, type TArray, type TSchema } from '@sinclair/typebox';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { Failure } from './failure.ts';
import { anyFields, isInt64, rawBody, type InputFields, type InputOf } from './input.ts';
import { InputRefusals, invalid } from './input_refusals.ts';

const terms = { allErrors: true, strict: true, strictTypes: false, useDefaults: true, verbose: true };

let ajv = createAjv();

function createAjv() {
  return (
    // Schemas are not checked by one that had to be compiled for it: in strict mode what cannot be compiled is refused anyway.
    new Ajv2020({ ...terms, validateSchema: false })
      .addVocabulary(['expected'])
      .addFormat('int64', isInt64)
      // As it is written: to divide by a hundredth would find remainders that are not there.
      .addFormat('money', { type: 'number', validate: (amount: number) => /^-?\d+(\.\d{1,2})?$/.test(String(amount)) })
      .addKeyword({
        keyword: 'within',
        type: 'string',
        validate: ([minimum, maximum]: [number, number], text: string) =>
          Number(text) >= minimum && Number(text) <= maximum,
      })
  );
}

/** Lets go of all fields that were compiled so far: ajv keeps them for as long as it lives itself. */
export function forgetFields(): void {
  ajv = createAjv();
}

/** Turns what a client sent into the input of an operation. @throws missingParameter, invalidParameter */
export type Reader<F extends InputFields> = (source: unknown) => InputOf<F>;

/** Compiles a reader that throws what is wrong with the input, for input that does not come by a route of its own. */
export function reader<F extends InputFields>(fields: F): Reader<F> {
  const read = compileInput(fields);
  return (source) => {
    const input = read(source);
    if (input instanceof Failure) throw input;
    return input;
  };
}

/** The input of an operation, or why it is refused: missingParameter, invalidParameter. */
export type ReadInput<F extends InputFields> = (source: unknown) => InputOf<F> | Failure;

/**
 * Compiles declared fields into the function that reads them: undeclared fields are dropped, null and "" count as not
 * given, the rest is validated and brought into its one form. It answers a refusal instead of throwing it: what always
 * ends by throwing, as under a flood of bad requests, is never compiled by the engine.
 */
export function compileInput<F extends InputFields>(fields: F): ReadInput<F> {
  if (fields === anyFields || (fields as InputFields) === rawBody) return (source) => source as InputOf<F>;
  const schema = Type.Object(fields);
  const pick = picker(schema);
  const decode = decoder(schema);
  const refusals = new InputRefusals();
  let validate: ValidateFunction | undefined;
  return (source) => {
    const picked = pick(source, '') as object;
    // Compiled on first use: a thousand schemas would add seconds to the start.
    validate ??= ajv.compile(schema);
    if (!validate(picked)) return refusals.of(validate.errors ?? []);
    return (decode ? decode(picked as never) : picked) as InputOf<F>;
  };
}

/** Takes what is declared from a value, and nothing else. `path` is where the value stands, in dots. */
type Picker = (value: unknown, path: string) => unknown;

function picker(schema: TSchema): Picker {
  if (schema[Kind] === 'Object') return objectPicker(schema.properties as InputFields);
  if (schema[Kind] === 'Array') return listPicker(schema as TArray);
  return branchesOf(schema).every(isSingle) ? valuePicker(schema) : anythingPicker;
}

const singleTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

function isSingle({ type }: TSchema): boolean {
  return singleTypes.includes(type);
}

function branchesOf(schema: TSchema): readonly TSchema[] {
  return (schema['anyOf'] as TSchema[] | undefined) ?? [schema];
}

/**
 * Takes a single value. Objects and lists are left to their type, which refuses them without a look inside; a text that is
 * far too long is refused before its characters are looked at.
 */
function valuePicker(schema: TSchema): Picker {
  const longest = longestText(schema);
  const message = `must be ${String(schema['expected'])}`;
  return (value, path) => {
    if (typeof value !== 'string') return value;
    if (value.length > longest) throw invalid({ field: path, message });
    refuseBrokenText(path, value);
    return value;
  };
}

/** Code units of the longest text that a schema can allow: its limits are in characters, of which one may be two units. */
function longestText(schema: TSchema): number {
  const texts = branchesOf(schema).filter(({ type }) => type === 'string');
  if (texts.length === 0 || schema['expected'] === undefined) return Infinity;
  return 2 * Math.max(...texts.map(({ maxLength = Infinity }) => maxLength as number));
}

function anythingPicker(value: unknown, path: string): unknown {
  refuseBrokenTexts(path, value);
  return value;
}

function objectPicker(fields: InputFields): Picker {
  const pickers = Object.entries(fields).map(([name, schema]) => ({ name, pick: picker(schema) }));
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const picked: Record<string, unknown> = {};
    for (const { name, pick } of pickers) {
      if (!Object.hasOwn(value, name)) continue;
      const given = (value as Record<string, unknown>)[name];
      if (given === undefined || given === null || given === '') continue;
      picked[name] = pick(given, path === '' ? name : `${path}.${name}`);
    }
    return picked;
  };
}

function refuseBrokenTexts(field: string, value: unknown): void {
  if (typeof value === 'string') refuseBrokenText(field, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) refuseBrokenTexts(`${field}.${name}`, inner);
}

/** A NUL or half a character fits into no database column. */
function refuseBrokenText(field: string, value: string): void {
  if (value.isWellFormed() && !value.includes('\0')) return;
  throw invalid({ field, message: 'must be text without NUL or broken characters' });
}

/** A query or form names a list of one like a single value. */
function listPicker({ items, maxItems = Infinity, expected }: TArray): Picker {
  const pick = picker(items);
  return (value, path) => {
    const list: unknown = typeof value === 'string' ? [value] : value;
    if (!Array.isArray(list)) return list;
    // Before its entries are looked at: a hundred thousand wrong ones would make as many problems.
    if (list.length > maxItems) throw invalid({ field: path, message: `must be ${String(expected)}` });
    return list.map((entry, index) => pick(entry, `${path}.${index}`));
  };
}

type Decode = (value: never) => unknown;

/** The decoding of a schema and all below it, or undefined where the value stays as it is. */
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
