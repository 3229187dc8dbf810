import { use } from 'lectern';
import type { Page, SourceOfShape } from 'lectern';
import { listKeysOf, type ReadCall } from '../../../infrastructure/database/index.ts';
import { goodsOrders, GoodsTable, type Revised, type TypedGoodsQuery, type Visible } from '../../goods/index.ts';
import { noCourseSet } from '../failures.ts';
import type { courseSet } from '../shapes/course_set.ts';
import type { courseSetTypes } from '../shapes/enums.ts';
import { courseCategories } from './course_categories.ts';
import { goodsColumns } from './goods_columns.ts';

export type CourseSet = SourceOfShape<typeof courseSet, 'public'> & Revised;

const orders = {
  createdTime: goodsOrders.createdTime,
  updatedTime: goodsOrders.updatedTime,
  recommendedSeq: goodsOrders.recommendedSeq,
  hitNum: goodsOrders.hitNum,
  recommendedTime: goodsOrders.recommendedTime,
  rating: goodsOrders.rating,
  studentNum: goodsOrders.studentNum,
};

export type CourseSetSort = keyof typeof orders;

export const courseSetSorts = Object.keys(orders) as [CourseSetSort, ...CourseSetSort[]];

/** Conditions, order and position of a page of course sets. */
export type CourseSetQuery<Column extends string = never> = TypedGoodsQuery<
  (typeof courseSetTypes)[number],
  CourseSetSort,
  Column
>;

const columns = {
  ...goodsColumns,
  type: 'type',
  subtitle: 'subtitle',
  summary: 'summary',
  tags: 'tags',
  recommendedTime: 'recommended_at',
  minCoursePrice: 'min_course_price',
  maxCoursePrice: 'max_course_price',
  vipLevelIds: 'vip_level_ids',
};

/**
 * Reads course sets.
 *
 * @example
 * const courseSet = await courseSets.get(id, { status: 'published' }, call);
 */
export class CourseSets {
  readonly #contributions = use('contributions');
  readonly #goods: GoodsTable<CourseSet, CourseSetSort> = new GoodsTable(use('database'), {
    table: 'course_sets',
    columns,
    orders,
    categories: courseCategories.table,
    keys: () => listKeysOf('course_sets', this.#contributions),
  });

  /** @throws failures.courseSetNotFound for a course set that is missing or that `status` excludes */
  async get(id: string, { status }: { status: Visible }, call?: ReadCall): Promise<CourseSet> {
    const found = await this.#goods.find(id, status, call);
    if (found) return found;
    throw noCourseSet(id);
  }

  /** Returns a page of course sets. The example of `Courses.list` shows how to add conditions and columns. */
  list<Column extends string = never>(
    query: CourseSetQuery<Column>,
    call?: ReadCall,
  ): Promise<Page<CourseSet & Record<Column, unknown>>> {
    return this.#goods.page(query, call);
  }
}
