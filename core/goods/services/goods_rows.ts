import type { Failure, FailureKind, Picture, Services } from 'lectern';
import { gramsOf, insertRow, revise, type Database, type Target } from '../../database/index.ts';
import { goodsStates, type GoodsStatus } from '../words.ts';

/** What an editor may say of all goods. */
export interface GoodsDraft {
  readonly title?: string;
  readonly cover?: Picture;
  readonly status?: GoodsStatus;
}

/** What all goods were before a change; new ones were nothing yet. */
export interface GoodsRow {
  readonly id: string;
  readonly status: GoodsStatus;
}

/** How one kind of goods is kept. */
export interface EditedGoods<Draft extends GoodsDraft, Row extends GoodsRow> {
  readonly table: string;
  /** What one of them is called, as a sentence begins: `A course`. */
  readonly name: string;
  /** Column of the grams that the title is searched by. */
  readonly grams: string;
  /** What is said -> the column that keeps it as it is. */
  readonly columns: Readonly<Partial<Record<keyof Draft & string, string>>>;
  /** What new ones are taken for before anything is said of them. */
  readonly unsaid: Omit<Row, 'id'>;
  /** Further columns that follow from what is said. @throws invalidParameter */
  readonly rules: (draft: Draft, before: Omit<Row, 'id'>, now: Date) => object;
  /** Says that there is none with this id. */
  readonly notFound: (id: string) => Failure;
  /** Thrown when they cannot go from one status to another. */
  readonly wrongStatus: FailureKind;
}

/** The rows of one kind of goods, as those change them who manage them. */
export class GoodsRows<Draft extends GoodsDraft, Row extends GoodsRow> {
  readonly #database: Database;
  readonly #clock: Services['clock'];
  readonly #kind: EditedGoods<Draft, Row>;

  constructor({ database, clock }: Pick<Services, 'database' | 'clock'>, kind: EditedGoods<Draft, Row>) {
    this.#database = database;
    this.#clock = clock;
    this.#kind = kind;
  }

  /** Makes goods, a draft unless it says otherwise. @param more columns of which an editor says nothing @returns the id */
  add(draft: Draft, more: object = {}): Promise<string> {
    const change = this.#columnsOf(draft, this.#kind.unsaid);
    return insertRow(this.#database, this.#kind.table, { ...more, ...change, created_at: change.updated_at });
  }

  /** The row, which nobody else changes until the transaction ends. @throws what the kind says of missing goods */
  async lock(id: string): Promise<Row> {
    const row: unknown = await this.#database.table(this.#kind.table).where('id', id).forUpdate().first();
    if (row) return row as Row;
    throw this.#kind.notFound(id);
  }

  /** Changes of a locked row what is given. @throws what the kind says of a wrong status, invalidParameter, preconditionFailed */
  async revise(before: Row, seen: Target['seen'], draft: Draft): Promise<void> {
    const { table, name, wrongStatus } = this.#kind;
    if (draft.status && !goodsStates.allow(before.status, draft.status)) {
      throw wrongStatus({ message: `${name} that is ${before.status} cannot become ${draft.status}.` });
    }
    await revise(this.#database, { table, id: before.id, seen, change: this.#columnsOf(draft, before) });
  }

  /** Makes sure that a locked row is what the client has seen. @throws preconditionFailed */
  async mustBeSeen({ id }: Row, seen: Target['seen']): Promise<void> {
    await revise(this.#database, { table: this.#kind.table, id, seen, change: {} });
  }

  /** Removes a locked row. */
  async remove({ id }: Row): Promise<void> {
    await this.#database.table(this.#kind.table).where({ id }).delete();
  }

  #columnsOf(draft: Draft, before: Omit<Row, 'id'>) {
    const { columns, grams, rules } = this.#kind;
    const now = this.#clock.now();
    const said = Object.entries(columns).map(([name, column]) => [column, draft[name as keyof Draft]]);
    return {
      ...(Object.fromEntries(said.filter(([, value]) => value !== undefined)) as object),
      ...(draft.title !== undefined && { [grams]: gramsOf(draft.title) }),
      ...rules(draft, before, now),
      updated_at: now,
    };
  }
}
