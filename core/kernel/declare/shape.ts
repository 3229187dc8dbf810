import { Type, type TOptional, type TSchema } from '@sinclair/typebox';
import { nearest } from '../base/similar_names.ts';
import { fieldReading, objectField, objectSchema, readerOf } from './object.ts';
import type { Field, Fields, JsonSchema, SourceOf } from './field.ts';

type Modes = Readonly<Record<string, Fields>>;

/** Fields of an older version of the API, by the field that replaced them; `{}` for a field that the version lacks. */
export type FormerFields<Source = never> = Readonly<Record<string, Readonly<Record<string, FormerField<Source>>>>>;

/** A method, so that fields without a reader are assignable, and `field.from` infers its parameter. */
interface FormerField<Source> extends Omit<Field, 'read'> {
  read?(object: Source, context: never): unknown;
}

/** Differences of older versions with the last version that has them, the newest version first. */
export type Steps<T> = readonly (readonly [last: number, step: T])[];

/** A response filter: the fields of the answer, by mode (specification, section 1.7). */
export class Shape<M extends Modes = Modes> {
  private constructor(
    readonly name: string,
    /** All fields of each mode, including those of earlier modes. */
    readonly modes: M,
    private readonly rest: { readonly newest: Fields; readonly steps: Steps<FormerFields> },
  ) {}

  static named(name: string): Shape<Record<never, never>> {
    return new Shape(name, {}, { newest: {}, steps: [] });
  }

  /** Creates a shape with one more mode, which has the fields of the latest mode and the given ones. */
  mode<N extends string, F extends Fields>(name: N, fields: F): Shape<M & Record<N, Newest<M> & F>> {
    const all = { ...this.rest.newest, ...fields };
    // oxlint-disable-next-line lectern/no-cast-by-unknown -- the compiler loses the name of a computed property
    const modes = { ...this.modes, [name]: all } as unknown as M & Record<N, Newest<M> & F>;
    return new Shape(this.name, modes, { newest: all, steps: this.rest.steps });
  }

  /** Creates a shape of the same name with other modes. */
  with(modes: Modes): Shape {
    return new Shape(this.name, modes, this.rest);
  }

  /** Creates the same shape with fields of older versions, see `downgrade`. */
  downgraded(versions: Readonly<Record<number, FormerFields>>): Shape<M> {
    const steps = stepsOf(`downgrade of the shape ${this.name}`, versions, this.allFields);
    return new Shape(this.name, this.modes, { ...this.rest, steps });
  }

  /** The fields of a mode in a version of the API; undefined if they are those of the newest version. */
  formerFields(mode: string, version: number): Fields | undefined {
    const newest = this.fields(mode);
    const fields = this.rest.steps.reduce((newer, [last, step]) => {
      if (last < version || !Object.keys(step).some((name) => Object.hasOwn(newer, name))) return newer;
      return olderFields(newer, step, (name, one: Field) => readThrough(step[name] ?? {}, readerOf(name, one)));
    }, newest);
    return fields === newest ? undefined : fields;
  }

  /** Names of fields that only older versions have. */
  get formerNames(): readonly string[] {
    return this.rest.steps.flatMap(([, step]) => Object.values(step).flatMap((fields) => Object.keys(fields)));
  }

  /** The fields of a mode. @throws Error when there is no such mode */
  fields(mode: string): Fields {
    const fields = Object.hasOwn(this.modes, mode) ? this.modes[mode] : undefined;
    if (fields) return fields;
    throw new Error(`The shape ${this.name} has no mode "${mode}"; use one of ${Object.keys(this.modes).join(', ')}.`);
  }

  /** The fields of all modes. */
  get allFields(): Fields {
    return Object.assign({}, ...Object.values(this.modes)) as Fields;
  }

  schema(mode: string): JsonSchema {
    return objectSchema(this.fields(mode));
  }
}

/** Fields of an older version, which read the value of the newer field unless they compute their own. */
function readThrough(fields: FormerFields[string], read: ReturnType<typeof readerOf>): Fields {
  const entries = Object.entries(fields as Readonly<Record<string, Field>>);
  return Object.fromEntries(entries.map(([name, one]) => [name, one.read ? one : fieldReading(read, one)]));
}

/** Replaces the fields that a step names by those of the older version. */
export function olderFields<F extends Readonly<Record<string, unknown>>>(
  newer: F,
  step: object,
  older: (name: string, one: F[string]) => object,
): F {
  const parts = Object.entries(newer).map(([name, one]) => {
    return Object.hasOwn(step, name) ? older(name, one as F[string]) : { [name]: one };
  });
  return Object.assign({}, ...parts) as F;
}

/**
 * Differences by version, the newest version first.
 * @param fields fields of the newest version; absent if a step does not replace fields
 * @throws Error for a version that is no number, a replaced field that does not exist, or an older name that is taken
 */
export function stepsOf<T extends object>(
  what: string,
  versions: Readonly<Record<number, T>>,
  fields?: object,
): Steps<T> {
  const steps = Object.entries(versions).map(([version, step]) => [Number(version), step] as const);
  if (steps.some(([last]) => !Number.isInteger(last) || last < 1))
    throw new Error(`${what}: write the numbers of versions as 1, 2, and so on.`);
  const sorted = steps.toSorted(([a], [b]) => b - a);
  const known = new Set(Object.keys(fields ?? {}));
  for (const [last, step] of fields ? sorted : []) {
    for (const newer of Object.keys(step)) {
      if (known.delete(newer)) continue;
      const [hint = '.'] = nearest(newer, [...known], 1).map((name) => `; did you mean "${name}"?`);
      throw new Error(`${what}: version ${last} replaces "${newer}", which the next version does not have${hint}`);
    }
    for (const older of Object.values(step as FormerFields).flatMap((one) => Object.keys(one))) {
      if (known.has(older)) throw new Error(`${what}: version ${last} has "${older}" twice; choose another name.`);
      known.add(older);
    }
  }
  return sorted;
}

/** Fields of the latest mode. Each mode adds fields to those of earlier modes, so the latest mode has all fields. */
type Newest<M extends Modes> = [keyof M] extends [never] ? Record<never, never> : UnionToIntersection<M[keyof M]>;
type UnionToIntersection<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

/** Names of the modes of a shape. */
export type ModeOf<S> = S extends Shape<infer M> ? keyof M & string : never;

/** Type of the object that a service provides for a shape in a mode; without a mode, for all of them. */
export type SourceOfShape<S, Mode = unknown> =
  S extends Shape<infer M> ? SourceOfFields<unknown extends Mode ? Newest<M> : M[Mode & keyof M]> : never;
type SourceOfFields<F> = [F] extends [never] ? never : F extends Fields ? SourceOf<F> : never;

/**
 * Starts the declaration of a response filter.
 *
 * @example
 * const greeting = shape('Greeting')
 *   .mode('public', { text: field.text('What is said.') })
 *   .mode('authenticated', { to: field.intString('Id of the user it is said to.') });
 */
export function shape(name: string): Shape<Record<never, never>> {
  return Shape.named(name);
}

/** A field with an object of a shape, in a mode. @throws Error when there is no such mode */
export function nested<S extends Shape, M extends ModeOf<S>>(
  of: S,
  mode: M,
  description: string,
): Field<SourceOfShape<S, M>> {
  return objectField(of, mode, description);
}

type FieldsOf<S> = S extends Shape<infer M> ? Newest<M> : never;
type InputIn<F, N> = N extends keyof F ? (F[N] extends { readonly input: infer I extends TSchema } ? I : never) : never;

/** Names of fields that clients may give. */
type GivenIn<F> = { [N in keyof F]: F[N] extends { readonly input: TSchema } ? N : never }[keyof F] & string;

/** Names of the fields of a shape that clients may give. */
export type GivenName<S extends Shape> = GivenIn<FieldsOf<S>>;

/**
 * Returns the inputs of an operation that takes fields of a shape, with their descriptions and limits.
 *
 * @param optional names of fields that may be left out; their defaults do not apply
 * @example
 * export const newNote = inputsOf(note, ['text'], ['pinned']);
 * export const noteChange = inputsOf(note, [], ['text', 'pinned']);
 * @throws Error for a field that clients cannot give
 */
export function inputsOf<S extends Shape, R extends GivenName<S>, O extends GivenName<S> = never>(
  shape: S,
  names: readonly R[],
  optional: readonly O[] = [],
): { [N in R]: InputIn<FieldsOf<S>, N> } & { [N in O]: TOptional<InputIn<FieldsOf<S>, N>> } {
  const fields = shape.allFields as Readonly<Record<string, { input?: TSchema }>>;
  const inputOf = (name: string): TSchema => {
    const input = fields[name]?.input;
    if (input) return input;
    const known = Object.keys(fields).filter((one) => 'input' in (fields[one] as object));
    throw new Error(
      `Clients cannot give the field "${name}" of the shape ${shape.name}; declare it by input, or use ${known.join(', ')}.`,
    );
  };
  const withoutDefault = ({ default: _, ...schema }: TSchema) => schema as TSchema;
  return Object.fromEntries([
    ...names.map((name) => [name, inputOf(name)]),
    ...optional.map((name) => [name, Type.Optional(withoutDefault(inputOf(name)))]),
  ]) as ReturnType<typeof inputsOf<S, R, O>>;
}
