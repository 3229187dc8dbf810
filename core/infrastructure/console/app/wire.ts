/**
 * Types of `lectern` for pages: the values that fields of shapes have in JSON. The tsconfig.json of the pages maps the name
 * `lectern` to this file, so that pages take the types of answers from the shapes that filter the answers.
 */
export interface Field<T = unknown> {
  readonly schema: object;
  readonly write: (value: T) => unknown;
}

type Fields = Readonly<Record<string, Field<never>>>;
type ValueOf<F> = F extends { readonly write: (value: infer T) => unknown } ? T : never;
type Values<F> = { readonly [Name in keyof F]: ValueOf<F[Name]> };

/** @public for the shapes that pages take types from */
export declare const field: {
  readonly text: (description: string) => Field<string>;
  readonly intString: (description: string) => Field<string>;
  readonly datetime: (description: string) => Field<string>;
  readonly int: (description: string) => Field<number>;
  readonly bool: (description: string) => Field<boolean>;
  readonly oneOf: <const W extends readonly string[]>(words: W, description: string) => Field<W[number]>;
  readonly nullable: <T>(item: Field<T>) => Field<T | null>;
  readonly list: <T>(item: Field<T>, description: string) => Field<readonly T[]>;
  readonly object: <F extends Fields>(fields: F, description: string) => Field<Values<F>>;
};

interface Shape<Latest, Modes> {
  readonly modes: Modes;
  mode<Name extends string, F extends Fields>(
    name: Name,
    fields: F,
  ): Shape<Latest & F, Modes & Record<Name, Values<Latest & F>>>;
}

/** @public for the shapes that pages take types from */
export declare function shape(name: string): Shape<unknown, unknown>;

/** @public for the shapes that pages take types from */
export interface Services {
  readonly roles: { readonly codes: readonly string[] };
}

/** An answer with the fields of a mode of a shape. */
export type Answer<
  S extends { readonly modes: unknown },
  Mode extends keyof S['modes'] = 'public' & keyof S['modes'],
> = S['modes'][Mode];
