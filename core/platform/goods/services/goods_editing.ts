import { use, type Caller, type Failure, type FailureKind } from 'lectern';
import {
  columnsOf,
  gramsOf,
  insertRow,
  revise,
  type Database,
  type RevisionTarget,
} from '../../../infrastructure/database/index.ts';
import { mustBeNode } from '../../../infrastructure/trees/index.ts';
import { accountOf } from '../../users/index.ts';
import { expiryFields, type GoodsChange, type PriceChange } from '../inputs.ts';
import { goodsStates, type GoodsStatus } from '../enums.ts';
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
  /** Column with the id of the user who creates goods. */
  readonly creator?: string;
  /** Checks ids that no foreign key checks. @throws standardFailures.invalidParameter */
  readonly refer?: (input: Input) => Promise<void>;
  /**
   * Runs a change together with a change of other rows, such as the totals of course sets.
   * @param before row before the change; undefined for new goods
   * @param input undefined for a removal
   */
  readonly around?: <T>(before: Row | undefined, input: Input | undefined, work: () => Promise<T>) => Promise<T>;
  /** Returns the failure of a removal of goods that are in use; undefined if they can be removed. */
  readonly inUse: (database: Database, goods: Row) => Promise<Failure | undefined>;
  readonly notFound: (id: string) => Failure;
  /** Failure for a forbidden status transition. */
  readonly wrongStatus: FailureKind;
}

/** Adds, changes and removes goods of one kind, for managers. */
export class GoodsEditing<Added extends Input, Input extends GoodsChange, Row extends GoodsRow> {
  readonly #database = use('database');
  readonly #clock = use('clock');

  constructor(private readonly kind: EditedGoods<Input, Row>) {}

  /**
   * Creates goods, a draft by default.
   * @returns the id of the goods
   * @throws standardFailures.invalidParameter for unknown ids and conflicting values
   * @throws userFailures.needsAccount for a user without an account, where the kind stores the creator
   */
  async add(input: Added, user?: Caller): Promise<string> {
    const { creator, refer, unsaid, table } = this.kind;
    await refer?.(input);
    const change = this.#columnsOf(input, unsaid);
    const by = creator !== undefined && user && { [creator]: accountOf(user) };
    const created = { ...by, created_at: change.updated_at };
    return this.#database.transaction(() =>
      this.#around(undefined, input, async () => {
        await this.#refuseUnknownCategory(input);
        return insertRow(this.#database, table, { ...change, ...created });
      }),
    );
  }

  /**
   * Changes the given fields; omitted fields keep their values.
   * @throws `notFound` and `wrongStatus` of the kind
   * @throws standardFailures.invalidParameter for unknown ids and conflicting values
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async update({ id, seen }: RevisionTarget, input: Input): Promise<void> {
    const { refer, table } = this.kind;
    await refer?.(input);
    await this.#database.transaction(async () => {
      // Locks the goods before other rows: all code uses this order, so that no deadlock occurs.
      const before = await this.#lock(id);
      await this.#around(before, input, async () => {
        this.#refuseWrongStatus(before, input);
        await this.#refuseUnknownCategory(input);
        await revise(this.#database, { table, id, seen, change: this.#columnsOf(input, before) });
      });
    });
  }

  /**
   * Removes goods.
   * @throws `notFound` of the kind, and the failure that `inUse` returns
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async remove({ id, seen }: RevisionTarget): Promise<void> {
    const { inUse, table } = this.kind;
    await this.#database.transaction(async () => {
      const before = await this.#lock(id);
      // An empty change: checks the revision that the client has seen.
      await revise(this.#database, { table, id, seen, change: {} });
      const refusal = await inUse(this.#database, before);
      if (refusal) throw refusal;
      await this.#around(before, undefined, () => this.#database.table(table).where({ id }).delete());
    });
  }

  /** Returns the row of goods, and locks it until the transaction ends. @throws `notFound` of the kind */
  async #lock(id: string): Promise<Row> {
    const row: unknown = await this.#database.table(this.kind.table).where('id', id).forUpdate().first();
    if (row) return row as Row;
    throw this.kind.notFound(id);
  }

  async #around<T>(before: Row | undefined, input: Input | undefined, work: () => Promise<T>): Promise<T> {
    return this.kind.around ? this.kind.around(before, input, work) : work();
  }

  #refuseWrongStatus(before: Row, { status }: Input): void {
    if (!status || goodsStates.allow(before.status, status)) return;
    const { name, wrongStatus } = this.kind;
    const next = goodsStates.names.find((one) => one !== before.status && goodsStates.allow(before.status, one));
    throw wrongStatus({ message: `${name} that is ${before.status} cannot become ${status}, only ${next}.` });
  }

  async #refuseUnknownCategory({ categoryId: id }: Input): Promise<void> {
    const { categories } = this.kind;
    if (categories !== undefined) await mustBeNode(this.#database, { table: categories, field: 'categoryId', id });
  }

  #columnsOf(input: Input, before: Omit<Row, 'id'>) {
    const { grams, input: declared, rules } = this.kind;
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
