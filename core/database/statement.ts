import knex, { type Knex } from 'knex';
import { LecternDialect } from './dialect.ts';
import type { Query } from './query.ts';
import type { ReadCall } from './replicas/read_call.ts';

/** A parameter's place in a statement. */
class Slot {
  // knex takes records as values.
  readonly [key: string]: unknown;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The place of a value. A number too for the types, because knex's `limit` asks for one. */
export type Placeholder = Knex.Raw & number;

/** Writes a statement with knex; `param('id')` stands where the value of parameter `id` goes. */
export type StatementBuilder<Params> = (
  q: Knex,
  param: (name: keyof Params & string) => Placeholder,
) => Knex.QueryBuilder | Knex.Raw;

/** Runs SQL, and resolves to its rows: on the connection of the running transaction, or on one of the pool; for a call, on a replica's. */
export type RunStatement = (query: Query, call?: ReadCall) => Promise<readonly unknown[]>;

/** A query whose SQL text was made once; see `Database.statement`. */
export class Statement<Row, Params extends object = Record<string, unknown>> {
  /** The SQL as it is sent, with `$1`, `$2` for the values. */
  readonly text: string;
  readonly #values: readonly unknown[];
  readonly #run: RunStatement;
  readonly #name: string | undefined;

  constructor(build: StatementBuilder<Params>, run: RunStatement, name?: string) {
    const { sql, bindings } = build(compiler, slot).toSQL().toNative();
    this.text = sql;
    this.#values = bindings;
    this.#run = run;
    this.#name = name;
  }

  /**
   * All rows.
   * @param call the call of a GET, which a read replica may answer with what is some seconds old
   * @throws Error when a parameter is missing
   */
  async all(params?: Params, call?: ReadCall): Promise<Row[]> {
    try {
      return (await this.#run(this.#query(params), call)) as Row[];
    } catch (error) {
      throw tracedHere(error);
    }
  }

  /** The first row. Ask for one only: write `.first()` or `.limit(1)` into the statement. */
  async first(params?: Params, call?: ReadCall): Promise<Row | undefined> {
    try {
      return (await this.#run(this.#query(params), call))[0] as Row | undefined;
    } catch (error) {
      throw tracedHere(error);
    }
  }

  #query(params: Params | undefined): Query {
    const [name, text, values] = [this.#name, this.text, this.#fill(params)];
    return name === undefined ? { text, values } : { text, values, name };
  }

  #fill(params: Params | undefined): unknown[] {
    return this.#values.map((value) => (value instanceof Slot ? this.#valueOf(value.name, params) : value));
  }

  #valueOf(name: string, params: Params | undefined): unknown {
    const value = params?.[name as keyof Params];
    if (value !== undefined) return value;
    throw new Error(`Parameter '${name}' of the statement "${this.text}" is missing. Give it a value, or null.`);
  }
}

/** An error with the stack of whoever waits for the statement: the driver's own leads to the socket. */
export function tracedHere(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error);
  return error;
}

/** knex's `limit` reads numbers only; in a statement the size of a page is a parameter. */
class StatementDialect extends LecternDialect {
  override queryBuilder(): Knex.QueryBuilder {
    const builder = super.queryBuilder() as Knex.QueryBuilder & { _single: { limit?: Knex.Raw } };
    const limit = builder.limit.bind(builder);
    builder.limit = (value: number | Knex.Raw) => {
      if (typeof value === 'number') return limit(value);
      builder._single.limit = value;
      return builder;
    };
    return builder;
  }
}

const compiler = knex({ client: StatementDialect });

function slot(name: string): Placeholder {
  return compiler.raw('?', [new Slot(name)]) as Placeholder;
}
