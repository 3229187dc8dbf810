import type { Knex } from 'knex';
import { standardFailures, use } from 'lectern';
import type { FailureKind, InputFields, Page, Shape, SourceOfShape } from 'lectern';
import { statementOfRows } from '../cache/statement_cache.ts';
import type { ListPlace } from '../lists/list_inputs.ts';
import { Pages } from '../lists/pages.ts';
import type { ReadCall } from '../replicas/read_call.ts';
import type { Placeholder, Statement } from '../statement.ts';
import { RecordColumns, type Condition } from './record_columns.ts';

/** A row of a shape: the values of its fields but `Computed`. With `Revised`, it has a revision. */
export type RecordOf<S extends Shape, Revised extends boolean = false, Computed extends string = never> = Omit<
  SourceOfShape<S>,
  Computed
> & { readonly id: string } & (Revised extends true ? { readonly revision: string } : unknown);

/** Values that fields must have. The fields of `within` are required. */
type Where<S extends Shape, Within extends string> = Readonly<Record<Within, string>> & {
  readonly [N in keyof SourceOfShape<S>]?: NonNullable<SourceOfShape<S>[N]>;
};

/** Values that one row has: its id, and the fields of `within`. */
type WhereOne<S extends Shape, Within extends string> = Where<S, Within> & { readonly id: unknown };

/** Values of fields; undefined ones are left out. */
type Values<S extends Shape> = { readonly [N in keyof SourceOfShape<S>]?: SourceOfShape<S>[N] | undefined };

type Added<S extends Shape, Within extends string> = Readonly<Record<Within, string>> & Values<S>;

/** Table, rules and hooks of `Records`. */
export interface RecordTerms<
  S extends Shape,
  Within extends string = never,
  Revised extends boolean = false,
  Computed extends string = never,
> {
  readonly table: string;
  /** Field that every condition and every new row names, such as the owner; a row of another value is not found. */
  readonly within?: Within;
  /** Inputs of the list; `page` filters and sorts by no other fields. */
  readonly list?: InputFields;
  /** Columns, or expressions in SQL, of fields whose column is not their name in snake case (`createdTime`: `created_at`). */
  readonly columns?: Readonly<Partial<Record<keyof SourceOfShape<S> | Within, string>>>;
  /** Fields that the table has no column for, because the service computes them. */
  readonly computed?: readonly Computed[];
  /** Failure for a row that does not exist. */
  readonly missing: FailureKind;
  /** Whether the table has a column `revision`, which each change increments. */
  readonly revised?: Revised;
  /** Called in the transaction of each insert, for example to publish an event. */
  readonly added?: (row: RecordOf<S, Revised, Computed>, given: Added<S, Within>) => unknown;
}

/**
 * The rows of a table, by the fields of a shape: lists, reads, adds, changes and removes them. Create it in a field of
 * a service. The clock sets `createdTime`, and `updatedTime` at each change, if the shape has them.
 *
 * @example
 * readonly rows = new Records(note, { table: 'notes', within: 'userId', list: noteList, missing: failures.noteNotFound });
 * await this.rows.get({ userId: user.id, id });
 */
export class Records<
  S extends Shape,
  Within extends string = never,
  Revised extends boolean = false,
  Computed extends keyof SourceOfShape<S> & string = never,
> {
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #terms: RecordTerms<S, Within, Revised, Computed>;
  readonly #columns: RecordColumns;
  /** Select list of a row. */
  readonly #selected: string;
  readonly #pages: Pages;

  /** @throws Error for a sort key of the list that cannot sort */
  constructor(shape: S, terms: RecordTerms<S, Within, Revised, Computed>) {
    const { table, within, list = {}, columns = {}, computed = [], revised = false } = terms;
    const hidden = within === undefined ? [] : [within];
    const all = Object.entries(shape.allFields);
    const stored = Object.fromEntries(all.filter(([name]) => !(computed as readonly string[]).includes(name)));
    this.#terms = terms;
    this.#columns = new RecordColumns(stored, { table, columns, hidden, list });
    this.#selected = `${this.#columns.sql}${revised ? ', revision' : ''}`;
    this.#pages = new Pages(this.#database, table);
  }

  /**
   * A page of the rows with these values, filtered and sorted by the declared fields of `query`.
   * @param query input of the list
   * @throws invalidParameter for a wrong cursor
   */
  async page(
    where: Where<S, Within>,
    query: ListPlace,
    call?: ReadCall,
  ): Promise<Page<RecordOf<S, Revised, Computed>>> {
    const { sort = [], offset, limit, after } = query;
    const conditions = [...this.#conditionsOf(where), ...this.#columns.asked(query)];
    return this.#pages.read<RecordOf<S, Revised, Computed>>(
      {
        order: this.#columns.orderBy(sort),
        columns: (q) => [q.raw(this.#selected)],
        found: (q, value) => narrowed(q(this.#terms.table), conditions, value),
        values: valuesOf(conditions),
        place: { offset, limit, after },
        variant: `${this.#selected} ${conditions.map(({ key }) => key).join()}`,
      },
      call,
    );
  }

  /** The row with these values. @throws the failure `missing` */
  async get(where: Where<S, Within>, call?: ReadCall): Promise<RecordOf<S, Revised, Computed>> {
    const conditions = this.#conditionsOf(where);
    if (conditions.length === 0) throw this.#unnamed();
    const one = this.#statement('get', conditions, (rows, q) => rows.select(q.raw(this.#selected)).limit(1));
    const row = await one.first(valuesOf(conditions), call);
    if (row) return row;
    throw this.#terms.missing();
  }

  /** Adds a row. Fields without a value get the default of the table. @returns the row */
  async add(given: Added<S, Within>): Promise<RecordOf<S, Revised, Computed>> {
    this.#refuseOpen(given);
    const now = this.#clock.now();
    const { names, row, values } = this.#newValues({ createdTime: now, updatedTime: now, ...given });
    const { table } = this.#terms;
    const insert = this.#statement(`add ${names}`, [], (rows, q, param) => {
      const made = rows.insert(row(param));
      if (!/\bselect\b/i.test(this.#selected)) return made.returning(q.raw(this.#selected));
      // A distributed database runs no queries within RETURNING of an insert.
      return q.with(table, made.returning('*')).select(q.raw(this.#selected)).from(table);
    });
    const store = async () => (await insert.first(values)) as RecordOf<S, Revised, Computed>;
    const { added } = this.#terms;
    const made = await (added
      ? this.#database.transaction(() => withHook(store, (one) => added(one, given)))
      : store());
    this.#database.changed(this.#terms.table);
    return made;
  }

  /**
   * Changes the given fields of the row with this id and these values.
   * @param seen revisions that the client has seen (`call.request.revisions`); undefined for any revision
   * @returns the changed row
   * @throws the failure `missing`; preconditionFailed for another revision
   */
  async change(
    where: WhereOne<S, Within>,
    change: Values<S>,
    seen?: readonly string[],
  ): Promise<RecordOf<S, Revised, Computed>> {
    const conditions = this.#conditionsOfOne(where, seen);
    const { names, row, values } = this.#newValues({ updatedTime: this.#clock.now(), ...change });
    const { revised = false } = this.#terms;
    if (names === '' && !revised) return this.get(where);
    const update = this.#statement(`change ${names}`, conditions, (rows, q, param) =>
      rows
        .update({ ...row(param), ...(revised && { revision: q.raw('revision + 1') }) })
        .returning(q.raw(this.#selected)),
    );
    return this.#written(await update.first({ ...values, ...valuesOf(conditions) }), where);
  }

  /**
   * Removes the row with this id and these values.
   * @param seen as for `change`
   * @returns the answer of operations that remove, the shape `done`
   * @throws the failure `missing`; preconditionFailed for another revision
   */
  async remove(where: WhereOne<S, Within>, seen?: readonly string[]): Promise<{ success: true }> {
    const conditions = this.#conditionsOfOne(where, seen);
    const remove = this.#statement('remove', conditions, (rows, q) => rows.delete().returning(q.raw(this.#selected)));
    await this.#written(await remove.first(valuesOf(conditions)), where);
    return { success: true };
  }

  async #written(
    row: RecordOf<S, Revised, Computed> | undefined,
    where: Where<S, Within>,
  ): Promise<RecordOf<S, Revised, Computed>> {
    if (row) {
      this.#database.changed(this.#terms.table);
      return row;
    }
    // Fails with `missing`, unless the row has another revision than the client has seen.
    await this.get(where);
    throw standardFailures.preconditionFailed();
  }

  #statement(
    kind: string,
    conditions: readonly Condition[],
    write: WriteRows,
  ): Statement<RecordOf<S, Revised, Computed>> {
    const { table } = this.#terms;
    const key = `records ${table} ${kind} ${conditions.map((one) => one.key).join()} ${this.#selected}`;
    return statementOfRows(this.#database, key, (q, param) => write(narrowed(q(table), conditions, param), q, param));
  }

  #newValues(fields: object) {
    const given = Object.entries(this.#columns.rowOf(fields));
    return {
      names: given.map(([column]) => column).join(),
      row: (param: Value) => Object.fromEntries(given.map(([column]) => [column, param(`new ${column}`)])),
      values: Object.fromEntries(given.map(([column, value]) => [`new ${column}`, value])),
    };
  }

  #conditionsOf(where: Where<S, Within>): readonly Condition[] {
    this.#refuseOpen(where);
    return Object.entries(where).map(([name, value]) => this.#columns.condition(name, value));
  }

  #conditionsOfOne(where: WhereOne<S, Within>, seen: readonly string[] | undefined): readonly Condition[] {
    if (!Object.hasOwn(where, 'id')) throw this.#unnamed();
    const one = this.#conditionsOf(where);
    return seen ? [...one, { key: 'seen', sql: 'revision = any(?::bigint[])', value: seen }] : one;
  }

  #unnamed(): Error {
    return new Error(`The row of the table "${this.#terms.table}" is not named; give its "id".`);
  }

  /** Refuses a condition without a value of `within`, which would reach the rows of all owners. */
  #refuseOpen(given: object): void {
    const { table, within } = this.#terms;
    if (within === undefined || (given as Readonly<Record<string, unknown>>)[within] != null) return;
    throw new Error(`The field "${within}" has no value, but each row of "${table}" belongs to one; give "${within}".`);
  }
}

/** Gives a value its place in a statement. */
type Value = (name: string) => Placeholder;
type WriteRows = (rows: Knex.QueryBuilder, q: Knex, param: Value) => Knex.QueryBuilder;

function narrowed(rows: Knex.QueryBuilder, conditions: readonly Condition[], value: Value): Knex.QueryBuilder {
  for (const { key, sql } of conditions) rows.whereRaw(sql, [value(key)]);
  return rows;
}

function valuesOf(conditions: readonly Condition[]): Record<string, unknown> {
  return Object.fromEntries(conditions.map(({ key, value }) => [key, value]));
}

async function withHook<T>(write: () => Promise<T>, hook: (written: T) => unknown): Promise<T> {
  const written = await write();
  await hook(written);
  return written;
}
