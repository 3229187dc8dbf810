import type { Page, Services, SortKey, SourceOfShape } from 'lectern';
import {
  containsSql,
  gramsOf,
  SharedCount,
  type Database,
  type ReadCall,
  type Statement,
} from '../../database/index.ts';
import type { itemBankExercise } from '../shapes/item_bank_exercise.ts';
import { exerciseColumns } from './exercise_columns.ts';
import { exerciseOrder, plainOrders, type ExerciseSort } from './exercise_sort.ts';

export type Exercise = SourceOfShape<typeof itemBankExercise, 'public'>;

/** Which exercises are wanted, and which part of them. */
export interface ExerciseQuery extends Part {
  /** Newest first unless told. */
  readonly sort?: readonly SortKey<ExerciseSort>[] | undefined;
  /** A part of the title, in upper or lower case. */
  readonly title?: string | undefined;
}

/** Which part of a list. */
export interface Part {
  readonly offset: number;
  readonly limit: number;
}

interface Counted {
  readonly total: string;
}

const published = `status = 'published'`;
const publishedWithTitle = `${published} and ${containsSql('title', 'title_grams')}`;

/** The list of published exercises. */
export class ExerciseList {
  readonly #database: Database;
  readonly #pages: ReadonlyMap<string, Statement<Exercise, Part>>;
  readonly #total: Statement<Counted>;
  readonly #totals: SharedCount;

  constructor({ database }: Pick<Services, 'database'>) {
    this.#database = database;
    this.#totals = new SharedCount(database, 'item_bank_exercises');
    this.#pages = new Map(plainOrders.map((order) => [order, this.#plainPage(order)]));
    this.#total = database.statement((q) => q.raw(countSql(published)));
  }

  /** A page of the published exercises, and how many there are. */
  async page(query: ExerciseQuery, call?: ReadCall): Promise<Page<Exercise>> {
    const { title } = query;
    const [data, total] = await Promise.all([
      title === undefined ? this.#ordered(query, call) : this.#titled({ ...query, title }, call),
      this.#totals.of(title ?? '', () => this.#count(title, call), call),
    ]);
    return { data, total };
  }

  // Orders by several names are too many to keep a statement of each.
  #ordered({ sort, offset, limit }: ExerciseQuery, call: ReadCall | undefined): Promise<Exercise[]> {
    const order = exerciseOrder(sort);
    const plain = this.#pages.get(order);
    if (plain) return plain.all({ offset, limit }, call);
    return this.#database.read(this.#database.raw(pageSql(published, order), [offset, limit]), call);
  }

  #titled(
    { title, sort, offset, limit }: ExerciseQuery & { title: string },
    call: ReadCall | undefined,
  ): Promise<Exercise[]> {
    const sql = pageSql(publishedWithTitle, exerciseOrder(sort));
    return this.#database.read(this.#database.raw(sql, [gramsOf(title), title, offset, limit]), call);
  }

  async #count(title: string | undefined, call: ReadCall | undefined): Promise<number> {
    const withTitle = (text: string) => this.#database.raw(countSql(publishedWithTitle), [gramsOf(text), text]);
    const rows =
      title === undefined
        ? await this.#total.all({}, call)
        : await this.#database.read<Counted>(withTitle(title), call);
    return Number(rows[0]?.total);
  }

  #plainPage(order: string): Statement<Exercise, Part> {
    return this.#database.statement((q, param) => q.raw(pageSql(published, order), [param('offset'), param('limit')]));
  }
}

// What an offset skips is skipped in the index: only the rows of the page itself are fetched.
function pageSql(condition: string, order: string): string {
  return `select ${exerciseColumns} from item_bank_exercises
    where id = any(array(
      select id from item_bank_exercises where ${condition} order by ${order} offset ? limit ?
    )) order by ${order}`;
}

function countSql(condition: string): string {
  return `select count(*) as total from item_bank_exercises where ${condition}`;
}
