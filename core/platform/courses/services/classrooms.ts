import { use, type SourceOfShape } from 'lectern';
import type { ReadCall } from '../../../infrastructure/database/index.ts';
import { GoodsReader, type GoodsQuery, type Revised } from '../../goods/index.ts';
import { noClassroom } from '../failures.ts';
import { classroom } from '../shapes/classroom.ts';
import { courseCategories } from './course_categories.ts';
import { usersOfPage } from './users_of_page.ts';

/** A classroom, including fields that answers omit. */
export type Classroom = SourceOfShape<typeof classroom, 'public'> & ClassroomRow;

type ClassroomRow = Omit<SourceOfShape<typeof classroom, 'public'>, 'teachers' | 'headTeacher'> &
  Revised & {
    readonly teacherIds: readonly string[];
    readonly headTeacherId: string | null;
    /** Percentage of the price that coins may pay, 0 to 100. */
    readonly maxRate: number;
  };

export const classroomSorts = ['name', 'createdTime', 'price', 'recommendedSeq', 'studentNum', 'updatedTime'] as const;

export type ClassroomSort = (typeof classroomSorts)[number];

/** Conditions, order and position of a page of classrooms. */
export type ClassroomQuery<Column extends string = never> = GoodsQuery<ClassroomSort, Column>;

const other = {
  courseNum: '(select count(*) from classroom_courses where classroom_id = classrooms.id)',
  maxRate: 'max_rate',
  teacherIds: 'teacher_ids',
  headTeacherId: 'head_teacher_id',
};

/** Reads classrooms. */
export class Classrooms extends GoodsReader<Classroom, ClassroomSort, never, ClassroomRow> {
  readonly #users = use('users');

  constructor() {
    super({
      table: 'classrooms',
      shape: classroom,
      other,
      computed: ['teachers', 'headTeacher'],
      categories: courseCategories.table,
      notFound: noClassroom,
    });
  }

  protected override async complete(rows: readonly ClassroomRow[], call?: ReadCall): Promise<Classroom[]> {
    const ids = rows.flatMap(({ headTeacherId, teacherIds }) => [headTeacherId, ...teacherIds]);
    const users = await usersOfPage(this.#users, ids, call);
    return rows.map((row) => ({
      teachers: users.several(row.teacherIds),
      headTeacher: users.one(row.headTeacherId),
      ...row,
    }));
  }
}
