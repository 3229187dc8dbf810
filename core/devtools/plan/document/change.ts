import type { Resolve } from './tree.ts';

/** A difference between two OpenAPI documents. */
export interface Change {
  /** Whether the difference breaks clients that were correct before. */
  readonly breaking: boolean;
  /** Method and path. */
  readonly operation: string;
  /** Part of the operation: `answer 200: data[].title`; empty for the whole. */
  readonly where: string;
  readonly what: string;
}

/** Formats a difference as one line. */
export function changeText({ operation, where, what }: Change): string {
  const place = [operation, where.replace(/:$/, '')].filter(Boolean).join(' ');
  return `${place}: ${what}`;
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
    this.#add(true, what);
  }

  notes(what: string): void {
    this.#add(false, what);
  }

  #with(change: Partial<Place>, found = this.#found): Comparison {
    return new Comparison({ resolve: this.resolve, operation: this.#operation, where: this.#where, ...change }, found);
  }

  /** Adds a difference only once, because several media types may share a schema. */
  #add(breaking: boolean, what: string): void {
    const change = { breaking, operation: this.#operation, where: this.#where, what };
    const isSame = (one: Change) =>
      one.operation === change.operation && one.where === change.where && one.what === what;
    if (!this.#found.some(isSame)) this.#found.push(change);
  }
}

function glue(where: string, step: string): string {
  if (where === '' || step.startsWith('[')) return where.endsWith(':') ? ' ' : '';
  return where.endsWith(':') ? ' ' : '.';
}
