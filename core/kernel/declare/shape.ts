import { Type, type TOptional, type TSchema } from '@sinclair/typebox';
import { nearest } from '../base/similar_names.ts';
import { fieldReading, objectField, objectSchema, readerOf, type ComputedField } from './object.ts';
import type { Field, Fields, JsonSchema, SourceOf } from './field.ts';

type Modes = Readonly<Record<string, Fields>>;

/** Fields of an older version of the API, by the field that replaced them; `{}` for a field that the version lacks. */
export type FormerFields<Source = never> = Readonly<
  Record<string, Readonly<Record<string, Field | ComputedField<Source>>>>
>;

/** Former fields with the last version that has them, the newest version first. */
type Steps = readonly (readonly [last: number, fields: FormerFields])[];

/** A response filter: the fields of the answer, by mode (specification, section 1.7). */
export class Shape<M extends Modes = Modes> {
  private constructor(
    readonly name: string,
    /** All fields of each mode, including those of earlier modes. */
    readonly modes: M,
    private readonly rest: { readonly newest: Fields; readonly steps: Steps },
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
    const steps = stepsOf(versions);
    const what = `downgrade of the shape ${this.name}`;
    checkSteps(
      what,
      Object.keys(this.allFields),
      steps.map(([last, step]) => [last, Object.entries(step)]),
    );
    return new Shape(this.name, this.modes, { ...this.rest, steps });
  }

  /** The fields of a mode in a version of the API; undefined if they are those of the newest version. */
  formerFields(mode: string, version: number): Fields | undefined {
    const newest = this.fields(mode);
    const steps = this.rest.steps.filter(([last]) => last >= version);
    const fields = steps.reduce((newer, [, step]) => replaced(newer, step), newest);
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

function replaced(newer: Fields, step: FormerFields): Fields {
  if (!Object.keys(step).some((name) => Object.hasOwn(newer, name))) return newer;
  const entries = Object.entries<Field>(newer).flatMap(([name, one]) => {
    if (!Object.hasOwn(step, name)) return [[name, one] as const];
    const former = Object.entries<Field>(step[name] ?? {});
    return former.map(
      ([older, field]) => [older, field.read ? field : fieldReading(readerOf(name, one), field)] as const,
    );
  });
  return Object.fromEntries(entries);
}

/** Entries of a record by version, the newest version first. */
export function stepsOf<T>(versions: Readonly<Record<number, T>>): [last: number, step: T][] {
  return Object.entries(versions)
    .map(([version, step]): [number, T] => [Number(version), step])
    .sort(([a], [b]) => b - a);
}

type NamedStep = readonly [last: number, entries: readonly (readonly [newer: string, older: object])[]];

/** @throws Error for a version that is no number, a replaced field that does not exist, or an older name that is taken */
export function checkSteps(what: string, names: readonly string[], steps: readonly NamedStep[]): void {
  const known = new Set(names);
  for (const [last, entries] of steps) {
    if (!Number.isInteger(last) || last < 1)
      throw new Error(`${what}: write the numbers of versions as 1, 2, and so on.`);
    for (const [newer] of entries) {
      if (known.delete(newer)) continue;
      const hint = nearest(newer, [...known], 1).map((name) => `; did you mean "${name}"?`);
      throw new Error(
        `${what}: version ${last} replaces "${newer}", which the next version does not have${hint.join('') || '.'}`,
      );
    }
    for (const older of entries.flatMap(([, fields]) => Object.keys(fields))) {
      if (known.has(older)) throw new Error(`${what}: version ${last} has "${older}" twice; choose another name.`);
      known.add(older);
    }
  }
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
