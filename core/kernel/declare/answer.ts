import type { Services } from './services.ts';
import { Shape, stepsOf, type FormerFields, type ModeOf, type SourceOfShape, type Steps } from './shape.ts';

/** A page of a longer list, with total or cursor. Operations with `pageOf` or `pagedListOf` return it. */
export type Page<T> = { readonly data: readonly T[] } & (CountedPlace | CursorPlace);

interface CountedPlace {
  /** Size of the whole list. */
  readonly total: number;
  /** Whether `total` is an estimate, which the answer says. */
  readonly isEstimate?: boolean;
  /** Number of skipped entries; set it if the input has no field `offset`. */
  readonly offset?: number;
  readonly next?: undefined;
}

interface CursorPlace {
  /** Cursor of the next page, base64url; null on the last page. Sent instead of the total. */
  readonly next: string | null;
  readonly total?: undefined;
  readonly isEstimate?: undefined;
}

interface List<S extends Shape> {
  readonly kind: 'list';
  readonly shape: S;
}

interface Paged<S extends Shape> {
  readonly kind: 'page' | 'pagedList';
  readonly shape: S;
  /** Form of a page with a total, if it is not `{"data": [...], "paging": {...}}`. */
  readonly form?: PageForm;
  /** Forms in older versions of the API, the newest version first, see `downgrade`. */
  readonly forms?: Steps<PageForm>;
}

/** Members of a page and what each holds: `{ resources: 'data', total: 'total' }`. */
export type PageForm = Readonly<Record<string, 'data' | 'total' | 'offset' | 'limit'>>;

export interface Choice {
  readonly kind: 'choice' | 'record';
  readonly name: string;
  readonly shapes: (services: Services) => readonly Chosen[];
  /** Returns the extended form of a selected shape; absent if no module extends shapes. */
  readonly shapeOf?: (chosen: Chosen) => Shape;
}

interface Raw {
  readonly kind: 'raw';
}

interface Verbatim {
  readonly kind: 'verbatim';
}

/** Return value of operations with `@returns(verbatim)`. */
export interface VerbatimAnswer {
  readonly status: number;
  readonly type: 'text/plain' | 'application/json';
  readonly body: string;
}

/** A shape in a mode, selected by the service; `ChosenValue` adds the value. */
export interface Chosen {
  readonly shape: Shape;
  readonly mode: string;
}

/** First argument of `@returns`: a shape, or an answer made of shapes, such as `listOf(shape)`, or `raw` or `verbatim`. */
export type Answer = Shape | List<Shape> | Paged<Shape> | Choice | Raw | Verbatim;

/** A JSON array of objects. */
export function listOf<S extends Shape>(shape: S): List<S> {
  return { kind: 'list', shape };
}

/** A paged list, `{"data": [...], "paging": {...}}`. */
export function pageOf<S extends Shape>(shape: S): Paged<S> & { kind: 'page' } {
  return { kind: 'page', shape };
}

/** A page as a bare JSON array. If the input has `limit`, `X-Total-Count` has the total, or `X-Next-Cursor` the cursor. */
export function pagedListOf<S extends Shape>(shape: S): Paged<S> & { kind: 'pagedList' } {
  return { kind: 'pagedList', shape };
}

/**
 * Returns a shape, or a page, with its forms in older versions of the API. A version has the differences of the later
 * versions as well, so each difference is written once, under the last version that has it.
 *
 * @param versions for a shape, fields of the newer version with the fields that the older one has instead; for a page, its
 * members
 * @example
 * export const talk = downgrade(
 *   shape('Talk').mode('public', { tags: field.list(field.text('Tag.'), 'Tags.'), by: nested(person, 'public', 'Speaker.') }),
 *   { 2: { tags: {}, by: { speaker: field.from(field.text('Name.'), ({ by }) => by.name) } } },
 * );
 * @throws Error for a field that the newer version does not have, and for a name that is taken
 */
export function downgrade<S extends Shape>(
  shape: S,
  versions: Readonly<Record<number, FormerFields<SourceOfShape<S>>>>,
): S;
export function downgrade<P extends Paged<Shape> & { kind: 'page' }>(
  page: P,
  versions: Readonly<Record<number, PageForm>>,
): P;
export function downgrade(answer: Shape | Paged<Shape>, versions: Readonly<Record<number, object>>): object {
  if (answer instanceof Shape) return answer.downgraded(versions as Readonly<Record<number, FormerFields>>);
  return { ...answer, forms: stepsOf('downgrade of a page', versions) };
}

/** One of several shapes, selected by the operation with `choose`. `name` names the choice in the OpenAPI document. */
export function choiceOf(name: string, shapes: Choice['shapes']): Choice & { kind: 'choice' } {
  return { kind: 'choice', name, shapes };
}

/** An object with any keys; the operation selects the shape of each value with `choose`. */
export function recordOf(choice: Choice): Choice & { kind: 'record' } {
  return { ...choice, kind: 'record' };
}

/** Selects the shape and mode that filter a value. */
export function choose<S extends Shape, M extends ModeOf<S>>(
  shape: S,
  mode: M,
  value: SourceOfShape<S, M>,
): ChosenValue {
  return { shape, mode, value };
}

/** A value with the shape and mode that filter it; made by `choose`. */
export interface ChosenValue extends Chosen {
  readonly value: unknown;
}

/** Declares an answer in JSON without a filter: everything that the operation returns is sent. */
export const raw: Raw = { kind: 'raw' };

/** Declares an unfiltered answer: the operation returns status, media type and body, as another protocol requires. */
export const verbatim: Verbatim = { kind: 'verbatim' };

export function isVerbatim(answer: Answer): answer is Verbatim {
  return 'kind' in answer && answer.kind === 'verbatim';
}

export function isUnfiltered(answer: Answer): answer is Raw | Verbatim {
  return isVerbatim(answer) || ('kind' in answer && answer.kind === 'raw');
}

/** Names of the modes of a declared answer; `never` for an answer without modes. */
export type ModeOfAnswer<A> = A extends Shape ? ModeOf<A> : A extends { shape: infer S } ? ModeOf<S> : never;

/** Type that an operation returns for an answer in a mode. */
export type SourceOfAnswer<A, M> = A extends Shape
  ? SourceOfShape<A, M>
  : A extends List<infer S>
    ? readonly SourceOfShape<S, M>[]
    : A extends Paged<infer S>
      ? Page<SourceOfShape<S, M>>
      : A extends { kind: 'choice' }
        ? ChosenValue
        : A extends { kind: 'record' }
          ? Readonly<Record<string, ChosenValue>>
          : A extends Verbatim
            ? VerbatimAnswer
            : unknown;
