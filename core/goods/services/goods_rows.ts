import type { Failure, FailureKind, Services } from 'lectern';
import { columnsOf, gramsOf, insertRow, revise, type Database, type Target } from '../../database/index.ts';
import { expiryFields, type GoodsChange } from '../inputs.ts';
import { goodsStates, type GoodsStatus } from '../words.ts';

/** What all goods were before a change; new ones were nothing yet. */
export interface GoodsRow {
  readonly id: string;
  readonly status: GoodsStatus;
}

/** How one kind of goods is kept. */
export interface EditedGoods<Input extends GoodsChange, Row extends GoodsRow> {
  readonly table: string;
  /** What one of them is called, as a sentence begins: `A course`. */
  readonly name: string;
  /** Column of the grams that the title is searched by. */
  readonly grams: string;
  /** Declaration of the input of a change. */
  readonly input: Readonly<Record<keyof Input, unknown>>;
  /** What new ones are taken for before anything is said of them. */
  readonly unsaid: Omit<Row, 'id'>;
  /** Columns that are not simply those of the fields. @throws invalidParameter */
  readonly rules: (input: Input, before: Omit<Row, 'id'>, now: Date) => object;
  /** Says that there is none with this id. */
  readonly notFound: (id: string) => Failure;
  /** Thrown when they cannot go from one status to another. */
  readonly wrongStatus: FailureKind;
}

/** The rows of one kind of goods, as those change them who manage them. */
export class GoodsRows<Input extends GoodsChange, Row extends GoodsRow> {
  readonly #database: Database;
  readonly #clock: Services['clock'];
  readonly #kind: EditedGoods<Input, Row>;

  constructor({ database, clock }: Pick<Services, 'database' | 'clock'>, kind: EditedGoods<Input, Row>) {
    this.#database = database;
    this.#clock = clock;
    this.#kind = kind;
  }

  /** Makes goods, a draft unless it says otherwise. @param more columns of which an editor says nothing @returns the id */
  add(input: Input, more: object = {}): Promise<string> {
    const change = this.#columnsOf(input, this.#kind.unsaid);
    return insertRow(this.#database, this.#kind.table, { ...more, ...change, created_at: change.updated_at });
  }

  /** The row, which nobody else changes until the transaction ends. @throws what the kind says of missing goods */
  async lock(id: string): Promise<Row> {
    const row: unknown = await this.#database.table(this.#kind.table).where('id', id).forUpdate().first();
    if (row) return row as Row;
    throw this.#kind.notFound(id);
  }

  /** Changes of a locked row what is given. @throws what the kind says of a wrong status, invalidParameter, preconditionFailed */
  async revise(before: Row, seen: Target['seen'], input: Input): Promise<void> {
    const { table, name, wrongStatus } = this.#kind;
    if (input.status && !goodsStates.allow(before.status, input.status)) {
      throw wrongStatus({ message: `${name} that is ${before.status} cannot become ${input.status}.` });
    }
    await revise(this.#database, { table, id: before.id, seen, change: this.#columnsOf(input, before) });
  }

  /** Makes sure that a locked row is what the client has seen. @throws preconditionFailed */
  async mustBeSeen({ id }: Row, seen: Target['seen']): Promise<void> {
    await revise(this.#database, { table: this.#kind.table, id, seen, change: {} });
  }

  /** Removes a locked row. */
  async remove({ id }: Row): Promise<void> {
    await this.#database.table(this.#kind.table).where({ id }).delete();
  }

  #columnsOf(input: Input, before: Omit<Row, 'id'>) {
    const { grams, input: declared, rules } = this.#kind;
    const now = this.#clock.now();
    // Fields that an override has added have no column, and those of the expiry have others, which the rules fill.
    const plain = Object.entries(input).filter(([name]) => Object.hasOwn(declared, name) && !(name in expiryFields));
    return {
      ...columnsOf(Object.fromEntries(plain)),
      ...(input.title !== undefined && { [grams]: gramsOf(input.title) }),
      ...rules(input, before, now),
      updated_at: now,
    };
  }
}
