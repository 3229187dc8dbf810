import type { FieldDef } from 'pg';
import { serialize } from 'pg-protocol';
import { RowLayout, type Types } from './row_layout.ts';

/** Connection on which the server described the rows; `owner` identifies its pool. */
export type Described = Types & {
  readonly owner?: object;
  /** Whether the open transaction has sent no statement yet; BEGIN is sent with the first statement. */
  isBeginDue?: boolean;
  /** Whether BEGIN is a prepared statement of this connection. */
  isBeginPrepared?: boolean;
  /** Names of prepared statements; those that the server may lack, because their first query failed, are false. */
  readonly prepared: Map<string, boolean>;
};

/** Milliseconds for which the description of a statement's rows is reused. */
const DESCRIPTION_MAX_AGE_MS = 1_000;

/** Largest number of cached statements: clients choose filters and sort orders, and could try all combinations. */
const MAX_STATEMENTS = 500;

const innerStars = /\bcount\(\*\)|\breturning \*\)/gi;
const statements = new Map<string, CachedStatement>();

/** Cached parse message and row layout of an SQL text. */
export class CachedStatement {
  /**
   * False if the SQL contains `*` or the word `table`: an altered table may then change the columns of the result. The
   * stars of `count(*)`, and of an inner `returning *`, are no columns of the result.
   */
  readonly #namesColumns: boolean;
  #parse: Buffer | undefined;
  #layout: RowLayout | undefined;
  #pool: object | undefined;
  #knownUntil = 0;

  private constructor(private readonly text: string) {
    this.#namesColumns = !/\*|\btable\b/i.test(text.replaceAll(innerStars, ''));
  }

  /** The statement of a text, created on first use. */
  static of(text: string): CachedStatement {
    const known = statements.get(text);
    if (known) return known;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const statement = new CachedStatement(text);
    statements.set(text, statement);
    return statement;
  }

  /** The parse message of the text, for an unnamed statement. */
  get parse(): Buffer {
    return (this.#parse ??= serialize.parse({ text: this.text }));
  }

  /**
   * Layout of the rows, if the server has described them to this pool within the last second. A read of one row then
   * needs no second description, which may be longer than the row.
   */
  known(pool: object | undefined): RowLayout | undefined {
    if (!this.#namesColumns || this.#pool !== pool || performance.now() > this.#knownUntil) return undefined;
    return this.#layout;
  }

  /** Layout for rows that the server has just described. */
  layout(fields: readonly FieldDef[], described: Described): RowLayout {
    if (!this.#layout?.fits(fields)) this.#layout = new RowLayout(fields, described);
    this.#pool = described.owner;
    this.#knownUntil = performance.now() + DESCRIPTION_MAX_AGE_MS;
    return this.#layout;
  }

  /** Discards the layout after a mismatch. */
  forget(): void {
    this.#layout = undefined;
  }
}
