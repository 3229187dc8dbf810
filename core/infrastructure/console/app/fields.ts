import { resolved, type Document, type Schema } from './records.ts';

/**
 * Control of a form: `long`, `lines` and `json` are text areas, `choices` selects several words. `time` and `unixTime`
 * are times in the zone of the browser; the API has the latter in unix seconds.
 */
export type Kind =
  | 'text'
  | 'time'
  | 'unixTime'
  | 'long'
  | 'secret'
  | 'number'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'lines'
  | 'json';

/** A field of a form, with its value as text. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly kind: Kind;
  readonly words: readonly string[];
  readonly required: boolean;
  /** Whether the server reads an empty text; otherwise the server ignores an empty text. */
  readonly canBeEmpty: boolean;
  /** Text of the initial value, to which the field can be reset. */
  readonly initial?: string;
}

/** Maximum length of a text without a text area. */
export const LONG = 300;
const MAX_LABEL_LENGTH = 40;
const MILLISECONDS = 1000;

/** Whether a field is a time in unix seconds, which only its description reveals. */
export function isUnixTime({ description = '' }: Schema): boolean {
  return /unix seconds/i.test(description);
}

/**
 * Returns the label of a field: the beginning of its description up to a punctuation mark, if that is short and begins
 * with a capital letter; otherwise the name of the field.
 */
export function labelOf(name: string, description = ''): string {
  const [, start = ''] = /^(\p{Lu}[^.;:,]*)/u.exec(description) ?? [];
  return start !== '' && start.length <= MAX_LABEL_LENGTH ? start : name;
}

/** Fields of the body of an operation, except files. */
export function fieldsOf(document: Document, body: Schema): FormField[] {
  return Object.entries(body.properties ?? {})
    .filter(([, schema]) => schema.format !== 'binary')
    .map(([name, given]) => {
      const schema = chosen(resolved(document, given));
      const description = given.description ?? schema.description ?? '';
      return {
        name,
        label: labelOf(name, description),
        description,
        ...kindOf(document, { ...schema, description }),
        required: body.required?.includes(name) === true,
        canBeEmpty: schema.type === 'array' || schema.minLength === 0,
      };
    });
}

/** Selects the alternative of `anyOf` that a form writes. Text precedes numbers: ids may exceed the safe integers. */
function chosen(schema: Schema): Schema {
  const { anyOf } = schema;
  if (!anyOf) return schema;
  return anyOf.find(({ type }) => type === 'boolean') ?? anyOf.find(({ type }) => type === 'string') ?? anyOf[0] ?? {};
}

/** Returns the control for a schema, and the words of a choice. */
export function kindOf(document: Document, schema: Schema): Pick<FormField, 'kind' | 'words'> {
  const type = [schema.type].flat().find((one) => one !== 'null');
  const words = wordsOf(schema);
  if (words.length > 0) return { kind: 'choice', words };
  if (type === 'boolean') return { kind: 'flag', words };
  if (isUnixTime(schema)) return { kind: 'unixTime', words };
  if (schema.format === 'date-time') return { kind: 'time', words };
  if (type === 'integer' || type === 'number') return { kind: 'number', words };
  if (type === 'array') return kindOfList(chosen(resolved(document, schema.items)));
  if (type !== 'string') return { kind: 'json', words };
  if (schema.format === 'password') return { kind: 'secret', words };
  return { kind: (schema.maxLength ?? 0) > LONG && schema.format === undefined ? 'long' : 'text', words };
}

function kindOfList(items: Schema): Pick<FormField, 'kind' | 'words'> {
  const words = wordsOf(items);
  if (words.length > 0) return { kind: 'choices', words };
  return { kind: items.type === 'string' ? 'lines' : 'json', words };
}

function wordsOf({ enum: words = [] }: Schema): string[] {
  return words.filter((one) => one !== null).map(String);
}

/** A value as the text of its control. */
export function textOf(kind: Kind, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && (kind === 'lines' || kind === 'choices')) return value.map(String).join('\n');
  if (kind === 'unixTime') return Number(value) === 0 ? '' : localTime(Number(value) * MILLISECONDS);
  if (kind === 'time' && typeof value === 'string') return localTime(value);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** A time as text for a control of type `datetime-local`, to the second. */
function localTime(value: string | number): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60 * MILLISECONDS);
  return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
}

/** Parses the text of a control to a value. @throws SyntaxError for text of kind `json` that is not valid JSON */
export function valueOf(kind: Kind, text: string): unknown {
  switch (kind) {
    case 'flag':
      return text === 'true';
    case 'number':
      return Number.isNaN(Number(text)) || text.trim() === '' ? text : Number(text);
    case 'time':
      return new Date(text).toISOString();
    case 'unixTime':
      return text === '' ? 0 : Math.floor(new Date(text).getTime() / MILLISECONDS);
    case 'lines':
    case 'choices':
      return text.split('\n').filter((line) => line !== '');
    case 'json':
      return JSON.parse(text);
    default:
      return text;
  }
}
