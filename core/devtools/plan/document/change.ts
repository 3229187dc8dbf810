import type { Resolve } from './tree.ts';

/** A difference between two OpenAPI documents. */
export interface Change {
  /** Whether the difference breaks clients that were correct before. */
  readonly breaking: boolean;
  /** Whether a client may meet a value that it does not know, such as a new word. Clients have to expect new values. */
  readonly surprising?: boolean;
  /** Method and path. */
  readonly operation: string;
  /** Part of the operation: `answer 200: data[].title`; empty for the whole. */
  readonly where: string;
  readonly what: string;
}

/** Formats a difference as one line. */
export function changeText({ operation, where, what, surprising = false }: Change): string {
  const place = [operation, where.replace(/:$/, '')].filter(Boolean).join(' ');
  return `${place}: ${what}${surprising ? ', which may surprise clients' : ''}`;
}

/** Older and newer version of a value. */
export interface Pair<T> {
  readonly before: T;
  readonly after: T;
}

/** Position of a comparison: the operation, and the part of the operation. */
interface Place {
  readonly resolve: Pair<Resolve>;
  readonly operation: string;
  readonly where?: string;
}

/** Compares one part of two OpenAPI documents, and adds differences to a list. */
export class Comparison {
  readonly resolve: Pair<Resolve>;
  readonly #operation: string;
  readonly #where: string;
  readonly #found: Change[];

  constructor({ resolve, operation, where = '' }: Place, found: Change[]) {
    this.resolve = resolve;
    this.#operation = operation;
    this.#where = where;
    this.#found = found;
  }

  /** Returns a comparison of a part of this position; `step` names the part. */
  at(step: string): Comparison {
    return this.#with({ where: this.#where + glue(this.#where, step) + step });
  }

  /** Returns the same comparison with a separate list of differences, to test whether two values match. */
  apart(found: Change[]): Comparison {
    return this.#with({}, found);
  }

  breaks(what: string): void {
    this.#add({ breaking: true, what });
  }

  notes(what: string): void {
    this.#add({ breaking: false, what });
  }

  /** Adds a new value of an answer, such as a word or another kind of product. */
  surprises(what: string): void {
    this.#add({ breaking: false, surprising: true, what });
  }

  #with(change: Partial<Place>, found = this.#found): Comparison {
    return new Comparison({ resolve: this.resolve, operation: this.#operation, where: this.#where, ...change }, found);
  }

  /** Adds a difference only once, because several media types may share a schema. */
  #add(difference: Pick<Change, 'breaking' | 'surprising' | 'what'>): void {
    const change = { ...difference, operation: this.#operation, where: this.#where };
    const isSame = (one: Change) =>
      one.operation === change.operation && one.where === change.where && one.what === change.what;
    if (!this.#found.some(isSame)) this.#found.push(change);
  }
}

function glue(where: string, step: string): string {
  if (where === '' || step.startsWith('[')) return where.endsWith(':') ? ' ' : '';
  return where.endsWith(':') ? ' ' : '.';
}
