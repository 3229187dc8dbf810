import type { FieldDef } from 'pg';
import { serialize } from 'pg-protocol';
import { RowLayout, type Types } from './row_layout.ts';

/** So many texts are remembered: a client decides what is filtered and sorted by, and could try all of it. */
const MOST = 500;

const plans = new Map<string, Plan>();

/** What is made once of a text that is sent again and again. */
export class Plan {
  readonly #text: string;
  #parse: Buffer | undefined;
  #layout: RowLayout | undefined;

  private constructor(text: string) {
    this.#text = text;
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

  /** How rows are read that the server describes so. */
  layout(fields: readonly FieldDef[], types: Types): RowLayout {
    if (!this.#layout?.fits(fields)) this.#layout = new RowLayout(fields, types);
    return this.#layout;
  }
}
