import knex, { type Knex } from 'knex';
import type { Query } from './protocol/query.ts';
import type { ReadCall } from './replicas/read_call.ts';

/** Marks the place of a parameter among the values of a statement. */
class Slot {
  // Index signature, because knex accepts records as values.
  readonly [key: string]: unknown;

  constructor(readonly name: string) {}
}

/** Placeholder of a value. Typed as a number as well, because knex's `limit` requires one. */
export type Placeholder = Knex.Raw & number;

/** Builds a statement with knex; `param('id')` is the placeholder of parameter `id`. */
export type StatementBuilder<Params> = (
  q: Knex,
  param: (name: keyof Params & string) => Placeholder,
) => Knex.QueryBuilder | Knex.Raw;

/**
 * Runs a query on the connection of the caller's transaction, or else on a connection of the pool. Outside of
 * transactions, a read replica may run the query if the `call` allows old data (`mayLag`).
 */
export type RunStatement = (query: Query, call?: ReadCall) => Promise<readonly unknown[]>;

/** A query with prebuilt SQL; see `Database.statement`. */
export class Statement<Row, Params extends object = Record<string, unknown>> {
  /** The SQL that is sent to the server, with `$1`, `$2` for the values. */
  readonly text: string;
  readonly #values: readonly unknown[];
  readonly #run: RunStatement;
  readonly #name: string | undefined;

  constructor(sql: string | StatementBuilder<Params>, run: RunStatement, nameOf?: (text: string) => string) {
    const { text, values } = typeof sql === 'string' ? parsed(sql) : built(sql);
    this.text = text;
    this.#values = values;
    this.#run = run;
    this.#name = nameOf?.(text);
  }

  /**
   * Runs the query and returns all rows.
   * @param call the call of a GET operation; a read replica may then answer, with data that is some seconds old
   * @throws Error when a parameter is missing; DatabaseUnavailable; errors of the driver
   */
  async all(params?: Params, call?: ReadCall): Promise<Row[]> {
    try {
      return (await this.#run(this.query(params), call)) as Row[];
    } catch (error) {
      throw tracedHere(error);
    }
  }

  /** Like `all`, but returns only the first row, or undefined. The statement should have `.first()` or `.limit(1)`. */
  async first(params?: Params, call?: ReadCall): Promise<Row | undefined> {
    try {
      return (await this.#run(this.query(params), call))[0] as Row | undefined;
    } catch (error) {
      throw tracedHere(error);
    }
  }

  /** The query with values for its parameters. @throws Error when a parameter is missing */
  query(params?: Params): Query {
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

/** Replaces the stack of an error by that of the caller: errors of the driver have only the stack of the socket. */
export function tracedHere(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error);
  return error;
}

const compiler = knex({ client: 'pg' });
const FIRST_NUMBER = 1e15;

/** Placeholder of a parameter. Converts to a number of its own, because knex's `limit` converts its argument. */
function slotIn(slots: Map<unknown, Slot>, name: string): Placeholder {
  const [slot, number] = [new Slot(name), FIRST_NUMBER + slots.size];
  slots.set(number, slot);
  return Object.assign(compiler.raw('?', [slot]), { toString: () => String(number) }) as Placeholder;
}

interface Compiled {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Replaces each `:name` by `$1`, `$2`. Casts such as `::bigint` stay. */
function parsed(sql: string): Compiled {
  const values: Slot[] = [];
  const text = sql.replaceAll(/(?<![:\w]):([a-z]\w*)/gi, (_, name: string) => `$${values.push(new Slot(name))}`);
  return { text, values };
}

function built<Params>(build: StatementBuilder<Params>): Compiled {
  const slots = new Map<unknown, Slot>();
  const { sql, bindings } = build(compiler, (param) => slotIn(slots, param))
    .toSQL()
    .toNative();
  return { text: sql, values: bindings.map((value) => slots.get(value) ?? value) };
}
