import type { Knex } from 'knex';
import type { Page } from 'lectern';
import { RowsById, SharedCount, type Database, type ReadCall, type Statement } from '../../database/index.ts';
import type { AnyGoodsQuery, Visible } from './goods_query.ts';
import { conditionsOf, selected, statusesOf, valuesOf, variantOf, writeCount, writePage } from './goods_statements.ts';
import type { GoodsKind, Write } from './goods_statements.ts';

type Values = Readonly<Record<string, unknown>>;

interface Asked<Sort extends string> {
  readonly query: AnyGoodsQuery<Sort>;
  readonly call: ReadCall | undefined;
}

/** Reads the goods of one kind. */
export class GoodsTable<Row extends { readonly id: string; readonly status: string }, Sort extends string> {
  readonly #database: Database;
  readonly #kind: GoodsKind<Sort>;
  readonly #byId: RowsById<Row>;
  readonly #exists: Statement<object, { id: string; statuses: readonly string[] }>;
  readonly #totals: SharedCount;
  /** Statements of the lists that are asked for again and again, by variant. */
  readonly #remembered = new Map<string, Statement<unknown, Values>>();

  constructor(database: Database, kind: GoodsKind<Sort>) {
    this.#database = database;
    this.#kind = kind;
    const { table, columns } = kind;
    this.#totals = new SharedCount(database, table);
    this.#byId = new RowsById(database, (q) => q(table).select(selected(q, columns)));
    this.#exists = database.statement((q, param) =>
      q(table)
        .select('id')
        .whereRaw('id = ? and status = any(?)', [param('id'), param('statuses')])
        .limit(1),
    );
  }

  async find(id: string, status: Visible, call?: ReadCall): Promise<Row | undefined> {
    const row = await this.#byId.find(id, call);
    return row && statusesOf(status).includes(row.status) ? row : undefined;
  }

  async exists(id: string, status: Visible, call?: ReadCall): Promise<boolean> {
    return (await this.#exists.first({ id, statuses: statusesOf(status) }, call)) !== undefined;
  }

  async page<Column extends string>(
    query: AnyGoodsQuery<Sort, Column>,
    call?: ReadCall,
  ): Promise<Page<Row & Record<Column, unknown>>> {
    const asked = { query, call };
    const [data, total] = await Promise.all([
      this.#run('page', writePage(this.#kind, query), asked),
      this.#totalOf(asked),
    ]);
    return { data: data as (Row & Record<Column, unknown>)[], total };
  }

  async #totalOf(asked: Asked<Sort>): Promise<number> {
    const { query, call } = asked;
    const count = async () => {
      const [{ total }] = (await this.#run('count', writeCount(this.#kind, query), asked)) as [{ total: string }];
      return Number(total);
    };
    return query.where ? count() : this.#totals.of(conditionsOf(query), count, call);
  }

  async #run(what: string, write: Write, { query, call }: Asked<Sort>): Promise<unknown[]> {
    const values = valuesOf(query);
    const variant = variantOf(query);
    if (variant === undefined) {
      const query = write(this.#database.knex, (name) => values[name] as Knex.Raw & number);
      return this.#database.read(query, call);
    }
    const key = `${what} ${variant}`;
    const statement = this.#remembered.get(key) ?? this.#database.statement<unknown, Values>(write);
    this.#remembered.set(key, statement);
    return statement.all(values, call);
  }
}
