import fc from 'fast-check';

/** A schema in the OpenAPI document, with the keywords that are read. */
export interface Schema {
  readonly [word: string]: unknown;
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly description?: string;
  /** Media types of a file, separated by commas. */
  readonly contentType?: string;
  /** Valid values, for a field such as a cursor as well: only the server can create other valid texts. */
  readonly examples?: readonly unknown[];
}

const MAX_ID = 9_223_372_036_854_775_807n;
const MAX_LIST_LENGTH = 5;
// Largest generated number, in hundredths.
const MAX_AMOUNT = 1e11;

/**
 * Generates values that an input schema of the OpenAPI document allows.
 * @throws Error at an unknown type, so that no type is overlooked
 */
export function validValue(schema: Schema): fc.Arbitrary<unknown> {
  const { anyOf, enum: words, type } = schema;
  if (anyOf) return fc.oneof(...anyOf.map(validValue));
  if (words) return fc.constantFrom(...words);
  switch (type) {
    case 'integer':
      return wholeNumber(schema);
    case 'number':
      return amount(schema);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return text(schema);
    case 'array':
      return list(schema);
    case 'object':
      return validObject(schema);
    case undefined:
      return fc.jsonValue();
    default:
      throw new Error(
        `lectern check cannot generate values for the schema ${JSON.stringify(schema)}; declare the field with a function of input.`,
      );
  }
}

/**
 * Generates objects with all required and any optional fields. A third are `examples` of the schema, if it has some.
 */
export function validObject(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, one]) => [name, validValue(one)] as const);
  const generated = fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
  const examples = (schema.examples ?? []).filter((one) => isWhole(one, required));
  if (examples.length === 0) return generated;
  return fc.oneof({ arbitrary: generated, weight: 2 }, { arbitrary: fc.constantFrom(...examples), weight: 1 });
}

function isWhole(example: unknown, required: readonly string[]): example is Record<string, unknown> {
  return typeof example === 'object' && example !== null && required.every((name) => name in example);
}

function wholeNumber({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  return fc.integer({ ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) });
}

function amount({ minimum = 0, maximum = Infinity }: Schema): fc.Arbitrary<number> {
  const bounds = { min: minimum * 100, max: Math.min(maximum * 100, MAX_AMOUNT) };
  return fc.integer(bounds).map((hundredths) => hundredths / 100);
}

function list({ items = {}, minItems = 0, maxItems = MAX_LIST_LENGTH }: Schema): fc.Arbitrary<unknown[]> {
  return fc.array(validValue(items), { minLength: minItems, maxLength: Math.min(maxItems, MAX_LIST_LENGTH) });
}

function text({
  pattern,
  format,
  minLength = 0,
  maxLength = 255,
  examples,
  contentType,
}: Schema): fc.Arbitrary<unknown> {
  if (examples) return fc.constantFrom(...examples);
  if (format === 'binary') return fc.constantFrom(...fileContents(contentType));
  const formatted = format === undefined ? undefined : byFormat[format];
  if (formatted) return formatted;
  if (pattern === undefined) {
    return fc
      .string({ minLength, maxLength, unit: 'grapheme' })
      .filter((value) => !value.includes('\0') && Array.from(value).length <= maxLength);
  }
  const matching = textsOf(pattern);
  return format === 'int64' ? matching.filter((digits) => BigInt(digits) <= MAX_ID) : matching;
}

/** Start of a file of each media type, one character for each byte. */
const contents: Readonly<Record<string, string>> = {
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/jpeg': '\xff\xd8\xff\xe0',
  'image/gif': 'GIF89a',
  'image/webp': 'RIFF\0\0\0\0WEBP',
  'application/pdf': '%PDF-1.7',
  'application/zip': 'PK\x03\x04',
  'application/gzip': '\x1f\x8b\x08',
  'audio/mpeg': 'ID3',
  'video/mp4': '\0\0\0\x18ftypmp42',
  'text/plain': 'title,pages\nFaust,465\n',
};

/** One file for each of the comma-separated media types, by default for all of `contents`; empty for other types. */
function fileContents(contentType = Object.keys(contents).join(', ')): Blob[] {
  return contentType.split(', ').map((type) => new Blob([Buffer.from(contents[type] ?? '', 'latin1')], { type }));
}

const instants = { min: new Date('1970-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true };
const byFormat: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  date: fc.date(instants).map((at) => at.toISOString().slice(0, 10)),
  'date-time': fc.date(instants).map((at) => at.toISOString()),
};

const known = new Map<string, fc.Arbitrary<string>>();

/** Generates texts that match a pattern. Generators are cached, because parsing a long pattern is slow. */
function textsOf(pattern: string): fc.Arbitrary<string> {
  const texts = known.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  known.set(pattern, texts);
  return texts;
}
