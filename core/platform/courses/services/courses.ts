import { use, type SourceOfShape } from 'lectern';
import type { ReadCall } from '../../../infrastructure/database/index.ts';
import { GoodsReader, secondsOf, type Revised, type TypedGoodsQuery } from '../../goods/index.ts';
import { noCourse } from '../failures.ts';
import { course } from '../shapes/course.ts';
import type { courseTypes } from '../shapes/enums.ts';
import { courseCategories } from './course_categories.ts';
import { usersOfPage } from './users_of_page.ts';

/** A course, including fields that answers omit. */
export type Course = SourceOfShape<typeof course, 'public'> & CourseRow;

type CourseRow = Omit<SourceOfShape<typeof course, 'public'>, 'teachers' | 'creator'> &
  Revised & {
    readonly teacherIds: readonly string[];
    readonly creatorId: string | null;
    /** Percentage of the price that coins may pay, 0 to 100. */
    readonly maxRate: number;
  };

export const courseSorts = [
  'createdTime',
  'price',
  'updatedTime',
  'recommendedSeq',
  'hitNum',
  'recommendedTime',
  'rating',
  'studentNum',
] as const;

export type CourseSort = (typeof courseSorts)[number];
type CourseType = (typeof courseTypes)[number];

/** Conditions, order and position of a page of courses. */
export type CourseQuery<Column extends string = never> = TypedGoodsQuery<CourseType, CourseSort, Column>;

const other = {
  courseSetTitle: '(select title from course_sets where course_sets.id = courses.course_set_id)',
  expiryStartDate: secondsOf('expiry_start_at'),
  expiryEndDate: secondsOf('expiry_end_at'),
  maxRate: 'max_rate',
  teacherIds: 'teacher_ids',
  creatorId: 'creator_id',
};

/** Reads courses. */
export class Courses extends GoodsReader<Course, CourseSort, CourseType, CourseRow> {
  readonly #users = use('users');

  constructor() {
    super({
      table: 'courses',
      shape: course,
      other,
      computed: ['teachers', 'creator'],
      categories: courseCategories.table,
      notFound: noCourse,
    });
  }

  protected override async complete(rows: readonly CourseRow[], call?: ReadCall): Promise<Course[]> {
    const ids = rows.flatMap(({ creatorId, teacherIds }) => [creatorId, ...teacherIds]);
    const users = await usersOfPage(this.#users, ids, call);
    return rows.map((row) => ({
      teachers: users.several(row.teacherIds),
      creator: users.one(row.creatorId),
      ...row,
    }));
  }
}
