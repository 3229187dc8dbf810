import { treeOf, type Resolve } from './tree.ts';

/** A difference between two OpenAPI documents. */
export interface Change {
  /** Whether the difference breaks clients that were correct before. */
  readonly breaking: boolean;
  /** Whether some clients may fail: those that use an optional part, or do not know a new value. */
  readonly surprising?: boolean;
  /** Method and path; empty for the document. */
  readonly operation: string;
  /** Part of the operation: `answer 200: data[].title`; empty for the whole operation. */
  readonly where: string;
  /** Innermost component of the document around the difference, and the part of the component: `schema Book: title`. */
  readonly component?: string;
  readonly what: string;
}

/** A line of output: one difference, or one difference of a component with the operations that use the component. */
export interface ChangeLine {
  readonly breaking: boolean;
  readonly surprising: boolean;
  readonly text: string;
}

/** Largest number of operations that a line names. */
const NAMED = 3;

/** Formats differences as lines. A difference of a component is one line for all operations that use the component. */
export function changeLines(changes: readonly Change[]): ChangeLine[] {
  const groups = new Map<unknown, [Change, ...Change[]]>();
  for (const change of changes) {
    const { component, what, breaking, surprising } = change;
    const key = component === undefined ? change : JSON.stringify([component, what, breaking, surprising]);
    const group = groups.get(key);
    if (group) group.push(change);
    else groups.set(key, [change]);
  }
  return [...groups.values()].map((group) => {
    const [{ breaking, surprising = false }] = group;
    return { breaking, surprising, text: textOfGroup(group) };
  });
}

function textOfGroup([first, ...others]: readonly [Change, ...Change[]]): string {
  const { component, operation, where, what, surprising = false } = first;
  const text = `${what}${surprising ? ', which may surprise clients' : ''}`;
  if (component === undefined || others.length === 0) {
    const place = [operation, where.replace(/:$/, '')].filter(Boolean).join(' ');
    return `${place || 'document'}: ${text}`;
  }
  const names = [...new Set([first, ...others].map((one) => one.operation))];
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  const count = `${names.length} ${names.length === 1 ? 'operation' : 'operations'}`;
  return `${component}: ${text} (${count}: ${names.slice(0, NAMED).join(', ')}${more})`;
}

/** Severity of a difference: the method of `Comparison` that adds it. */
export type Verdict = 'breaks' | 'surprises' | 'notes';

/** Older and newer version of a value. */
export interface Pair<T> {
  readonly before: T;
  readonly after: T;
}

/** Differences by their operation, place and text, so that each is listed once. */
export type Found = Map<string, Change>;

/** Position of a comparison: operation, part of the operation, and the component around the part. */
interface Place {
  readonly resolve: Pair<Resolve>;
  readonly operation: string;
  readonly where?: string;
  /** Innermost component around the position, and length of `where` at the root of the component. */
  readonly component?: { readonly name: string; readonly root: number } | undefined;
  /** Set for values that clients neither send nor get, so that no difference can break a client. */
  readonly isHarmless?: boolean;
}

/** Position in two OpenAPI documents that are compared. Adds differences at this position to a list. */
export class Comparison {
  readonly resolve: Pair<Resolve>;
  readonly #operation: string;
  readonly #where: string;
  readonly #component: Place['component'];
  readonly #isHarmless: boolean;
  readonly #found: Found;

  constructor({ resolve, operation, where = '', component, isHarmless = false }: Place, found: Found) {
    this.resolve = resolve;
    this.#operation = operation;
    this.#where = where;
    this.#component = component;
    this.#isHarmless = isHarmless;
    this.#found = found;
  }

  /** Returns the position of a part of this position; `step` names the part. */
  at(step: string): Comparison {
    return this.#with({ where: this.#where + glue(this.#where, step) + step });
  }

  /** Returns the same position inside the component that both parts refer to; without such a component, this object. */
  within({ before, after }: Pair<unknown>): Comparison {
    const [was, is] = [treeOf(before)['$ref'], treeOf(after)['$ref']];
    if (typeof is !== 'string' || was !== is) return this;
    const [kind = '', name = ''] = is.split('/').slice(-2);
    const noun = kind.replace(/ies$/, 'y').replace(/s$/, '');
    return this.#with({ component: { name: `${noun} ${name}`, root: this.#where.length } });
  }

  /** Returns the same position with a separate list of differences, to test whether two values match. */
  apart(found: Found): Comparison {
    return this.#with({}, found);
  }

  /** Returns the same position with only harmless differences, for values that clients neither send nor get. */
  harmless(): Comparison {
    return this.#with({ isHarmless: true });
  }

  breaks(what: string): void {
    this.#add({ breaking: true, what });
  }

  notes(what: string): void {
    this.#add({ breaking: false, what });
  }

  /**
   * Adds a difference that depends on the client, such as a new enum value in an answer, or a pattern of sent values.
   */
  surprises(what: string): void {
    this.#add({ breaking: false, surprising: true, what });
  }

  #with(change: Partial<Place>, found = this.#found): Comparison {
    const place = {
      resolve: this.resolve,
      operation: this.#operation,
      where: this.#where,
      component: this.#component,
    };
    return new Comparison({ ...place, isHarmless: this.#isHarmless, ...change }, found);
  }

  /** Adds a difference only once, because several media types may share a schema. */
  #add({ what, ...found }: Pick<Change, 'breaking' | 'surprising' | 'what'>): void {
    const severity = this.#isHarmless ? { breaking: false } : found;
    const place = { operation: this.#operation, where: this.#where, ...this.#inComponent() };
    const change = { ...severity, ...place, what };
    const key = JSON.stringify([this.#operation, this.#where, what]);
    if (!this.#found.has(key)) this.#found.set(key, change);
  }

  #inComponent(): Pick<Change, 'component'> {
    if (!this.#component) return {};
    const part = this.#where
      .slice(this.#component.root)
      .replace(/^[. ]+/, '')
      .replace(/:$/, '');
    return { component: [this.#component.name, part].filter(Boolean).join(': ') };
  }
}

function glue(where: string, step: string): string {
  if (where === '' || step.startsWith('[')) return where.endsWith(':') ? ' ' : '';
  return where.endsWith(':') ? ' ' : '.';
}
