import type { TSchema } from '@sinclair/typebox';
import { isInstance, reasonOf } from '../base/thrown.ts';
import { wrong, type WriteContext } from '../base/value_writers.ts';

/** JSON Schema of a value in the OpenAPI document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** OpenAPI format of text that is a credential or one-time token. */
export const SECRET_FORMAT = 'password';

/** A field of a shape: type of its value in the service, wire format and documentation. */
export interface Field<Source = never> {
  /** JSON Schema for the OpenAPI document. */
  readonly schema: JsonSchema;
  /** Converts a value to its wire format. @throws TypeError for a value of another type */
  // oxlint-disable-next-line typescript/no-invalid-void-type -- `write` uses no `this`, so it works without its object
  write(this: void, value: Source, context: WriteContext): unknown;
  readonly absent?: boolean;
  /** Inner fields of a list, a nested object, a nullable or an optional field; undefined for others. */
  readonly inner?: Inner;
  /** Finds the value, which may be undefined; by default, the property of the object with the name of the field is read. */
  readonly read?: (object: never, context: WriteContext) => unknown;
}

/** A field that is computed from the object which the service returns, see `field.from`. */
export interface ComputedField<Source> extends Field {
  readonly read: (object: Source, context: WriteContext) => unknown;
}

/** A field with the input type of its values, for clients that give them. */
export interface GivenField<Source, Input extends TSchema> extends Field<Source> {
  readonly input: Input;
}

/** Fields by mode, such as a shape. */
export interface FieldsByMode {
  readonly name: string;
  fields(mode: string): Fields;
}

/** Fields within a field; `with` creates the same field with other inner fields. */
export type Inner =
  | { readonly item: Field; readonly with: (item: Field) => Field }
  | { readonly of: () => FieldsByMode; readonly mode: string; readonly with: (of: () => FieldsByMode) => Field };

/** A field that is omitted when the service does not provide it. */
export interface OptionalField<Source = never> extends Field<Source> {
  readonly absent: true;
}

/** The fields of a shape or a nested object. */
// oxlint-disable-next-line typescript/no-explicit-any -- a field of any source type
export type Fields = Readonly<Record<string, Field<any>>>;

/** Type of the object that an operation returns for these fields, before the filter. */
export type SourceOf<F extends Fields> = {
  readonly [N in keyof F as F[N] extends OptionalField ? never : N]: SourceOfField<F[N]>;
} & {
  readonly [N in keyof F as F[N] extends OptionalField ? N : never]?: SourceOfField<F[N]> | undefined;
};

type SourceOfField<F> = F extends Field<infer Source> ? Source : never;

/** JSON Schema of an object for the OpenAPI document. */
export function objectSchema(fields: Fields): JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    required: entries.filter(([, { absent }]) => !absent).map(([name]) => name),
  };
}

/** Whether values of a schema may have a type of JSON Schema. */
export function hasType({ type }: JsonSchema, name: string): boolean {
  return [type].flat().includes(name);
}

/**
 * Creates the function that selects and writes the declared fields of an object.
 * @param what name of the object in errors about missing or invalid fields
 */
export function objectWriter(what: string, fields: Fields): (value: object, context: WriteContext) => object {
  const entries = Object.entries(fields).map(([name, { write, absent, read }]) => ({ name, write, absent, read }));
  return (value, context) => {
    if (!isObject(value)) throw wrong(value, `the object ${what}`);
    const written: Record<string, unknown> = {};
    let current = '';
    try {
      for (const { name, write, absent, read } of entries) {
        current = name;
        const given = read ? read(value as never, context) : value[name];
        if (given !== undefined) written[name] = write(given, context);
        else if (!absent && !read) throw missing();
      }
    } catch (error) {
      const reason = isInstance(error, Error) ? reasonOf(error) : '';
      throw new TypeError(`the field "${current}" of ${what} cannot be written: ${reason}`, { cause: error });
    }
    return written;
  };
}

function missing(): TypeError {
  return new TypeError('the value is missing; return a value, or null if the field is nullable');
}

/** The function that finds the value of a field in the object of a service. */
export function readerOf(name: string, { read }: Field): NonNullable<Field['read']> {
  return read ?? ((object: Readonly<Record<string, unknown>>) => object[name]);
}

/** The same field with another reader of its value, which must not be undefined unless the field is optional. */
export function fieldReading<Source>(read: ComputedField<Source>['read'], item: Field): ComputedField<Source> {
  const required: typeof read = (object, context) => {
    const value = read(object, context);
    if (value === undefined) throw missing();
    return value;
  };
  return { ...item, read: item.absent ? read : required };
}

export function objectField(of: FieldsByMode, mode: string, description: string): Field {
  const fields = of.fields(mode);
  return {
    schema: { ...objectSchema(fields), description },
    write: objectWriter(of.name, fields),
    inner: { of: () => of, mode, with: (changed: () => FieldsByMode) => objectField(changed(), mode, description) },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
