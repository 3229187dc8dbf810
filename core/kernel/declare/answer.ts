import type { Services } from './services.ts';
import type { ModeOf, Shape, SourceOfShape } from './shape.ts';

/** A part of a longer list: what an operation hands over for `pageOf` and `pagedListOf`. */
export interface Page<T> {
  readonly data: readonly T[];
  /** Size of the whole list. */
  readonly total: number;
  /** Where in the list the part begins, when the input has another name for that than `offset`. */
  readonly offset?: number;
}

interface List<S extends Shape> {
  readonly kind: 'list';
  readonly shape: S;
}

interface Paged<S extends Shape> {
  readonly kind: 'page' | 'pagedList';
  readonly shape: S;
  /** Whether version 1 of the API wraps the page as `{"resources", "total"}`. */
  readonly legacy: boolean;
}

interface Choice {
  readonly kind: 'choice' | 'record';
  readonly name: string;
  readonly shapes: (services: Services) => readonly Chosen[];
}

interface Raw {
  readonly kind: 'raw';
}

interface Verbatim {
  readonly kind: 'verbatim';
}

/** What an operation hands over for `verbatim`. */
export interface VerbatimAnswer {
  readonly status: number;
  readonly type: 'text/plain' | 'application/json';
  readonly body: string;
}

/** A shape in a mode, where only the service knows which one applies; with `value` it is an answer. */
export interface Chosen {
  readonly shape: Shape;
  readonly mode: string;
}

/** What an operation may declare as its answer. */
export type Answer = Shape | List<Shape> | Paged<Shape> | Choice | Raw | Verbatim;

/** The JSON array of `list<T>`. */
export function listOf<S extends Shape>(shape: S): List<S> {
  return { kind: 'list', shape };
}

/**
 * A paged list, `{"data": [...], "paging": {...}}`.
 * @param legacy version 1 of the API answers `{"resources": [...], "total": n}` instead
 */
export function pageOf<S extends Shape>(shape: S, { legacy = false } = {}): Paged<S> & { kind: 'page' } {
  return { kind: 'page', shape, legacy };
}

/** A bare JSON array that is read in pages; the total stands in `X-Total-Count`. */
export function pagedListOf<S extends Shape>(shape: S): Paged<S> & { kind: 'pagedList' } {
  return { kind: 'pagedList', shape, legacy: false };
}

/** One of several shapes; the operation says which with `choose`. `name` is its name in the document. */
export function choiceOf(name: string, shapes: Choice['shapes']): Choice & { kind: 'choice' } {
  return { kind: 'choice', name, shapes };
}

/** An object whose values are each one of several shapes. */
export function recordOf(choice: Choice): Choice & { kind: 'record' } {
  return { ...choice, kind: 'record' };
}

/** Says which shape and mode a value is to be filtered with. */
export function choose<S extends Shape, M extends ModeOf<S>>(
  shape: S,
  mode: M,
  value: SourceOfShape<S, M>,
): ChosenValue {
  return { shape, mode, value };
}

export interface ChosenValue extends Chosen {
  readonly value: unknown;
}

/** JSON without a filter. Everything the operation returns leaves the system, so it has to be said aloud. */
export const raw: Raw = { kind: 'raw' };

/** Status, media type and body as the operation hands them over, for callers who expect words of their own. Unfiltered. */
export const verbatim: Verbatim = { kind: 'verbatim' };

export function isVerbatim(answer: Answer): answer is Verbatim {
  return 'kind' in answer && answer.kind === 'verbatim';
}

/** Whether an answer leaves the system without a filter. */
export function isUnfiltered(answer: Answer): answer is Raw | Verbatim {
  return isVerbatim(answer) || ('kind' in answer && answer.kind === 'raw');
}

/** Modes that an answer can be given in. */
export type ModeOfAnswer<A> = A extends Shape ? ModeOf<A> : A extends { shape: infer S } ? ModeOf<S> : never;

/** What an operation has to hand over for an answer in a mode. */
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
