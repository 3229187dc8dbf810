import { use } from 'lectern';
import type { Page, SourceOfShape } from 'lectern';
import { listKeysOf, type ReadCall } from '../../../infrastructure/database/index.ts';
import { goodsOrders, GoodsTable, type GoodsQuery, type Revised, type Visible } from '../../goods/index.ts';
import { noClassroom } from '../failures.ts';
import type { classroom } from '../shapes/classroom.ts';
import { courseCategories } from './course_categories.ts';
import { goodsColumns } from './goods_columns.ts';
import { UsersOfPage } from './users_of_page.ts';

/** A classroom, including fields that answers omit. */
export type Classroom = SourceOfShape<typeof classroom, 'public'> & ClassroomRow;

export interface ClassroomRow extends Revised {
  readonly teacherIds: readonly string[];
  readonly headTeacherId: string | null;
  /** Percentage of the price that coins may pay, 0 to 100. */
  readonly maxRate: number;
}

const orders = {
  name: { column: 'title', type: 'text' },
  createdTime: goodsOrders.createdTime,
  price: goodsOrders.price,
  recommendedSeq: goodsOrders.recommendedSeq,
  studentNum: goodsOrders.studentNum,
  updatedTime: goodsOrders.updatedTime,
} as const;

export type ClassroomSort = keyof typeof orders;

export const classroomSorts = Object.keys(orders) as [ClassroomSort, ...ClassroomSort[]];

/** Conditions, order and position of a page of classrooms. */
export type ClassroomQuery<Column extends string = never> = GoodsQuery<ClassroomSort, Column>;

const columns = {
  ...goodsColumns,
  about: 'about',
  price: 'price',
  maxRate: 'max_rate',
  vipLevelId: 'vip_level_id',
  courseNum: '(select count(*) from classroom_courses where classroom_id = classrooms.id)',
  teacherIds: 'teacher_ids',
  headTeacherId: 'head_teacher_id',
};

/**
 * Reads classrooms.
 *
 * @example
 * const classroom = await classrooms.get(id, { status: 'published' }, call);
 */
export class Classrooms {
  readonly #contributions = use('contributions');
  readonly #users = use('users');
  readonly #goods: GoodsTable<Omit<Classroom, 'teachers' | 'headTeacher'>, ClassroomSort> = new GoodsTable(
    use('database'),
    {
      table: 'classrooms',
      columns,
      orders,
      categories: courseCategories.table,
      keys: () => listKeysOf('classrooms', this.#contributions),
    },
  );

  /** @throws failures.classroomNotFound for a classroom that is missing or that `status` excludes */
  async get(id: string, { status }: { status: Visible }, call?: ReadCall): Promise<Classroom> {
    const row = await this.#goods.find(id, status, call);
    if (!row) throw noClassroom(id);
    return (await this.#complete([row], call))[0] as Classroom;
  }

  /** @throws failures.classroomNotFound for a classroom that is missing or that `status` excludes */
  async mustExist(id: string, { status }: { status: Visible }, call?: ReadCall): Promise<void> {
    if (!(await this.#goods.exists(id, status, call))) throw noClassroom(id);
  }

  /** Returns a page of classrooms. The example of `Courses.list` shows how to add conditions and columns. */
  async list<Column extends string = never>(
    query: ClassroomQuery<Column>,
    call?: ReadCall,
  ): Promise<Page<Classroom & Record<Column, unknown>>> {
    const page = await this.#goods.page(query, call);
    return { ...page, data: await this.#complete(page.data, call) };
  }

  async #complete<Row extends ClassroomRow>(rows: readonly Row[], call: ReadCall | undefined) {
    const ids = rows.flatMap(({ headTeacherId, teacherIds }) => [headTeacherId, ...teacherIds]);
    const users = await UsersOfPage.of(this.#users, ids, call);
    return rows.map((row) => ({
      teachers: users.several(row.teacherIds),
      headTeacher: users.one(row.headTeacherId),
      ...row,
    }));
  }
}
