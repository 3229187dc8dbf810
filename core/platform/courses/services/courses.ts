import { use } from 'lectern';
import type { Page, SourceOfShape } from 'lectern';
import { listKeysOf, type ReadCall } from '../../../infrastructure/database/index.ts';
import {
  goodsOrders,
  GoodsTable,
  secondsOf,
  type Revised,
  type TypedGoodsQuery,
  type Visible,
} from '../../goods/index.ts';
import { noCourse } from '../failures.ts';
import type { course } from '../shapes/course.ts';
import type { courseTypes } from '../shapes/enums.ts';
import { courseCategories } from './course_categories.ts';
import { goodsColumns } from './goods_columns.ts';
import { UsersOfPage } from './users_of_page.ts';

/** A course, including fields that answers omit. */
export type Course = SourceOfShape<typeof course, 'public'> & CourseRow;

export interface CourseRow extends Revised {
  readonly teacherIds: readonly string[];
  readonly creatorId: string | null;
  /** Percentage of the price that coins may pay, 0 to 100. */
  readonly maxRate: number;
}

const orders = {
  createdTime: goodsOrders.createdTime,
  price: goodsOrders.price,
  updatedTime: goodsOrders.updatedTime,
  recommendedSeq: goodsOrders.recommendedSeq,
  hitNum: goodsOrders.hitNum,
  recommendedTime: goodsOrders.recommendedTime,
  rating: goodsOrders.rating,
  studentNum: goodsOrders.studentNum,
};

export type CourseSort = keyof typeof orders;

export const courseSorts = Object.keys(orders) as [CourseSort, ...CourseSort[]];

/** Conditions, order and position of a page of courses. */
export type CourseQuery<Column extends string = never> = TypedGoodsQuery<
  (typeof courseTypes)[number],
  CourseSort,
  Column
>;

const columns = {
  ...goodsColumns,
  type: 'type',
  subtitle: 'subtitle',
  summary: 'summary',
  courseSetId: 'course_set_id',
  courseSetTitle: '(select title from course_sets where course_sets.id = courses.course_set_id)',
  goals: 'goals',
  audiences: 'audiences',
  price: 'price',
  originPrice: 'origin_price',
  isFree: 'is_free',
  maxRate: 'max_rate',
  vipLevelId: 'vip_level_id',
  recommendedTime: 'recommended_at',
  expiryMode: 'expiry_mode',
  expiryDays: 'expiry_days',
  expiryStartDate: secondsOf('expiry_start_at'),
  expiryEndDate: secondsOf('expiry_end_at'),
  teacherIds: 'teacher_ids',
  creatorId: 'creator_id',
};

/**
 * Reads courses.
 *
 * @example
 * const course = await courses.get(courseId, { status: 'published' }, call);
 */
export class Courses {
  readonly #contributions = use('contributions');
  readonly #users = use('users');
  readonly #goods: GoodsTable<Omit<Course, 'teachers' | 'creator'>, CourseSort>;

  constructor() {
    const keys = () => listKeysOf('courses', this.#contributions);
    const categories = courseCategories.table;
    this.#goods = new GoodsTable(use('database'), { table: 'courses', columns, orders, categories, keys });
  }

  /** @throws failures.courseNotFound for a course that is missing or that `status` excludes */
  async get(id: string, { status }: { status: Visible }, call?: ReadCall): Promise<Course> {
    const row = await this.#goods.find(id, status, call);
    if (!row) throw noCourse(id);
    return (await this.#complete([row], call))[0] as Course;
  }

  /** @throws failures.courseNotFound for a course that is missing or that `status` excludes */
  async mustExist(id: string, { status }: { status: Visible }, call?: ReadCall): Promise<void> {
    if (!(await this.#goods.exists(id, status, call))) throw noCourse(id);
  }

  /**
   * Returns a page of courses, with the total when read by `offset`, or the next cursor when read by `after`.
   * @example
   * // Restricts the list to courses with a badge, and adds a column of the table `badges` of a plugin.
   * courses.list({
   *   status: 'published', offset: 0, limit: 10,
   *   where: (query) => query.whereRaw('exists (select from badges where course_id = courses.id)'),
   *   columns: { badge: '(select name from badges where course_id = courses.id)' },
   * });
   */
  async list<Column extends string = never>(
    query: CourseQuery<Column>,
    call?: ReadCall,
  ): Promise<Page<Course & Record<Column, unknown>>> {
    const page = await this.#goods.page(query, call);
    return { ...page, data: await this.#complete(page.data, call) };
  }

  async #complete<Row extends CourseRow>(rows: readonly Row[], call: ReadCall | undefined) {
    const ids = rows.flatMap(({ creatorId, teacherIds }) => [creatorId, ...teacherIds]);
    const users = await UsersOfPage.of(this.#users, ids, call);
    return rows.map((row) => ({
      teachers: users.several(row.teacherIds),
      creator: users.one(row.creatorId),
      ...row,
    }));
  }
}
