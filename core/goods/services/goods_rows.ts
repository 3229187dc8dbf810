import { use } from 'lectern';
import type { Failure, FailureKind } from 'lectern';
import { columnsOf, gramsOf, insertRow, revise, type RevisionTarget } from '../../database/index.ts';
import { mustBeNode } from '../../trees/index.ts';
import { expiryFields, type GoodsChange } from '../inputs.ts';
import { goodsStates, type GoodsStatus } from '../enums.ts';
import type { PriceChange } from '../inputs.ts';
import { wrongField } from './expiry.ts';

/** Row of goods before a change. */
export interface GoodsRow {
  readonly id: string;
  readonly status: GoodsStatus;
}

/** Table, columns and failures of one kind of goods. */
export interface EditedGoods<Input extends GoodsChange, Row extends GoodsRow> {
  readonly table: string;
  /** Table of the categories that goods of this kind may have. */
  readonly categories?: string;
  /** Name of the kind at the start of a sentence, such as `A course`. */
  readonly name: string;
  /** Column with the one- and two-letter parts of titles, for searches (`gramsOf`). */
  readonly grams: string;
  /** Declaration of the input of a change. */
  readonly input: Readonly<Record<keyof Input, unknown>>;
  /** Values of new goods for fields that the input omits. */
  readonly unsaid: Omit<Row, 'id'>;
  /**
   * Returns the columns that depend on several fields.
   * @throws standardFailures.invalidParameter for conflicting values
   */
  readonly rules: (input: Input, before: Omit<Row, 'id'>, now: Date) => object;
  readonly notFound: (id: string) => Failure;
  /** Failure for a forbidden status transition. */
  readonly wrongStatus: FailureKind;
}

/** Adds, changes and removes goods of one kind. */
export class GoodsRows<Input extends GoodsChange, Row extends GoodsRow> {
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #kind: EditedGoods<Input, Row>;

  constructor(kind: EditedGoods<Input, Row>) {
    this.#kind = kind;
  }

  /**
   * Creates goods, a draft by default.
   * @param more further columns, which no input field sets
   * @returns the id of the goods
   * @throws standardFailures.invalidParameter for an unknown category, and by `rules`
   */
  async add(input: Input, more: object = {}): Promise<string> {
    const change = this.#columnsOf(input, this.#kind.unsaid);
    return this.#database.transaction(async () => {
      await this.#refuseUnknownCategory(input);
      return insertRow(this.#database, this.#kind.table, { ...more, ...change, created_at: change.updated_at });
    });
  }

  /** Returns the row of goods, and locks it until the transaction ends. @throws `notFound` of the kind */
  async lock(id: string): Promise<Row> {
    const row: unknown = await this.#database.table(this.#kind.table).where('id', id).forUpdate().first();
    if (row) return row as Row;
    throw this.#kind.notFound(id);
  }

  /**
   * Changes the given fields of a locked row.
   * @throws `wrongStatus` of the kind; standardFailures.invalidParameter for an unknown category, and by `rules`
   * @throws standardFailures.preconditionFailed when the row has another revision than the client has seen
   */
  async revise(before: Row, seen: RevisionTarget['seen'], input: Input): Promise<void> {
    const { table, name, wrongStatus } = this.#kind;
    if (input.status && !goodsStates.allow(before.status, input.status)) {
      const next = goodsStates.names.find((one) => one !== before.status && goodsStates.allow(before.status, one));
      throw wrongStatus({ message: `${name} that is ${before.status} cannot become ${input.status}, only ${next}.` });
    }
    await this.#refuseUnknownCategory(input);
    await revise(this.#database, { table, id: before.id, seen, change: this.#columnsOf(input, before) });
  }

  /** @throws standardFailures.preconditionFailed when a locked row has another revision than the client has seen */
  async mustBeSeen({ id }: Row, seen: RevisionTarget['seen']): Promise<void> {
    await revise(this.#database, { table: this.#kind.table, id, seen, change: {} });
  }

  async remove({ id }: Row): Promise<void> {
    await this.#database.table(this.#kind.table).where({ id }).delete();
  }

  async #refuseUnknownCategory({ categoryId: id }: Input): Promise<void> {
    const { categories } = this.#kind;
    if (categories !== undefined) await mustBeNode(this.#database, { table: categories, field: 'categoryId', id });
  }

  #columnsOf(input: Input, before: Omit<Row, 'id'>) {
    const { grams, input: declared, rules } = this.#kind;
    const now = this.#clock.now();
    // Leaves out fields of an override, which have no column, and fields of the expiry, which `rules` converts.
    const plain = Object.entries(input).filter(([name]) => Object.hasOwn(declared, name) && !(name in expiryFields));
    return {
      ...columnsOf(Object.fromEntries(plain)),
      ...(input.title !== undefined && { [grams]: gramsOf(input.title) }),
      ...rules(input, before, now),
      updated_at: now,
    };
  }
}

/**
 * Returns the column with the start time of the recommendation, and no column if the recommendation does not change.
 */
export function recommendationColumns({ recommended }: GoodsChange, was: boolean, now: Date): object {
  if (recommended === undefined || recommended === was) return {};
  return { recommended_at: recommended ? now : null };
}

/**
 * Returns the price 0 for goods that a manager makes free, and no column for other changes.
 * @throws standardFailures.invalidParameter for a price of free goods
 */
export function priceColumns({ isFree, price }: PriceChange, wasFree: boolean): object {
  if ((isFree ?? wasFree) && price) throw wrongField('price', '0, because isFree is true');
  return isFree ? { price: 0 } : {};
}
