import type { Page, Services, SortKey, SourceOfShape } from 'lectern';
import {
  containsSql,
  gramsOf,
  SharedCount,
  type Database,
  type ReadCall,
  type Statement,
} from '../../database/index.ts';
import { goodsStates } from '../../goods/index.ts';
import type { itemBankExercise } from '../shapes/item_bank_exercise.ts';
import { exerciseColumns } from './exercise_columns.ts';
import { exerciseOrder, plainOrders, type ExerciseSort } from './exercise_sort.ts';

export type Exercise = SourceOfShape<typeof itemBankExercise, 'public'>;

/** Which exercises are wanted, and which part of them. */
export interface ExerciseQuery extends Part {
  /** Finds exercises of every status, not only published ones. */
  readonly manages?: boolean;
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

/** A page of a list in a plain order; `end` is where the page ends. */
interface PlainPart extends Part {
  readonly end: number;
}

type PlainPages = ReadonlyMap<string, Statement<Exercise, PlainPart>>;

const published = `status = 'published'`;
const titled = containsSql('title', 'title_grams');

/** The list of exercises: the published ones, or for managers those of every status. */
export class ExerciseList {
  readonly #database: Database;
  readonly #pages: PlainPages;
  readonly #managedPages: PlainPages;
  readonly #total: Statement<Counted>;
  readonly #totals: SharedCount;

  constructor({ database }: Pick<Services, 'database'>) {
    this.#database = database;
    this.#totals = new SharedCount(database, 'item_bank_exercises');
    this.#pages = this.#plainPages((order) => idsSql(published, order), ['offset', 'limit']);
    const ends = goodsStates.names.map(() => 'end' as const);
    this.#managedPages = this.#plainPages(idsOfAllSql, [...ends, 'offset', 'limit']);
    this.#total = database.statement((q) => q.raw(countSql(published)));
  }

  /** A page, and how many there are. */
  async page(query: ExerciseQuery, call?: ReadCall): Promise<Page<Exercise>> {
    const { manages = false, title = '' } = query;
    const [data, total] = await Promise.all([
      this.#rows(query, call),
      this.#totals.of(`${String(manages)} ${title}`, () => this.#count(query, call), call),
    ]);
    return { data, total };
  }

  // Orders by several names, and titles, are too many to keep a statement of each.
  #rows(query: ExerciseQuery, call: ReadCall | undefined): Promise<Exercise[]> {
    const { manages, sort, title, offset, limit } = query;
    const order = exerciseOrder(sort);
    const plain = (manages ? this.#managedPages : this.#pages).get(order);
    if (plain && title === undefined) return plain.all({ offset, limit, end: offset + limit }, call);
    const [condition, values] = conditionOf(query);
    const sql = pageSql(idsSql(condition, order), order);
    return this.#database.read(this.#database.raw(sql, [...values, offset, limit]), call);
  }

  async #count(query: ExerciseQuery, call: ReadCall | undefined): Promise<number> {
    const [condition, values] = conditionOf(query);
    const rows =
      condition === published
        ? await this.#total.all({}, call)
        : await this.#database.read<Counted>(this.#database.raw(countSql(condition), values), call);
    return Number(rows[0]?.total);
  }

  #plainPages(ids: (order: string) => string, names: readonly (keyof PlainPart)[]): PlainPages {
    const page = (order: string) =>
      this.#database.statement<Exercise, PlainPart>((q, param) => q.raw(pageSql(ids(order), order), names.map(param)));
    return new Map(plainOrders.map((order) => [order, page(order)]));
  }
}

/** What narrows the list, and its values. */
function conditionOf({ manages, title }: ExerciseQuery): [string, (string | string[])[]] {
  const visible = manages ? 'true' : published;
  return title === undefined ? [visible, []] : [`${visible} and ${titled}`, [gramsOf(title), title]];
}

// What an offset skips is skipped in the index: only the rows of the page itself are fetched.
function pageSql(ids: string, order: string): string {
  return `select ${exerciseColumns} from item_bank_exercises where id = any(array(${ids})) order by ${order}`;
}

function idsSql(condition: string, order: string): string {
  return `select id from item_bank_exercises where ${condition} order by ${order} offset ? limit ?`;
}

/** Each index holds the order of one status; the beginnings of all of them are merged. */
function idsOfAllSql(order: string): string {
  const keys = order.replaceAll(/ (?:asc|desc)\b/g, '');
  const beginnings = goodsStates.names.map(
    (status) => `(select ${keys} from item_bank_exercises where status = '${status}' order by ${order} limit ?)`,
  );
  return `select id from (${beginnings.join(' union all ')}) as found order by ${order} offset ? limit ?`;
}

function countSql(condition: string): string {
  return `select count(*) as total from item_bank_exercises where ${condition}`;
}
