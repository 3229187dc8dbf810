import type { FieldDef } from 'pg';
import { serialize } from 'pg-protocol';
import { RowLayout, type Types } from './row_layout.ts';

/** The connection on which the server has described rows, and the pool that it belongs to. */
export type Described = Types & { readonly owner?: object };

/** Milliseconds for which the server is not asked again what a row of a text consists of. */
const KNOWN_MS = 1_000;

/** So many texts are remembered: a client decides what is filtered and sorted by, and could try all of it. */
const MOST = 500;

const plans = new Map<string, Plan>();

/** What is made once of a text that is sent again and again. */
export class Plan {
  readonly #text: string;
  /** Whether the text itself says which columns there are, and in which order, or leaves it to a table. */
  readonly #namesColumns: boolean;
  #parse: Buffer | undefined;
  #layout: RowLayout | undefined;
  #pool: object | undefined;
  #knownUntil = 0;

  private constructor(text: string) {
    this.#text = text;
    this.#namesColumns = !/\*|\btable\b/i.test(text);
  }

  /** The plan of a text, a new one if it is not known. */
  static of(text: string): Plan {
    const known = plans.get(text);
    if (known) return known;
    if (plans.size >= MOST) plans.clear();
    const plan = new Plan(text);
    plans.set(text, plan);
    return plan;
  }

  /** The message that has the server look at the text. */
  get parse(): Buffer {
    return (this.#parse ??= serialize.parse({ text: this.#text }));
  }

  /**
   * How rows are read, where the server has described them to this pool a moment ago: half of what it sends for a row by
   * its key is what the row consists of, and to read that takes longer than to read the row.
   */
  known(pool: object | undefined): RowLayout | undefined {
    if (!this.#namesColumns || this.#pool !== pool || performance.now() > this.#knownUntil) return undefined;
    return this.#layout;
  }

  /** How rows are read that the server has just described so. */
  layout(fields: readonly FieldDef[], described: Described): RowLayout {
    if (!this.#layout?.fits(fields)) this.#layout = new RowLayout(fields, described);
    this.#pool = described.owner;
    this.#knownUntil = performance.now() + KNOWN_MS;
    return this.#layout;
  }

  /** The rows were others than it knew of. */
  forget(): void {
    this.#layout = undefined;
  }
}
