import { use, type Failure } from 'lectern';
import type { Database } from '../../../infrastructure/database/index.ts';
import { expiryColumns, forever, priceColumns, recommendationColumns } from '../../goods/index.ts';
import type { EditedGoods, Expiry, GoodsRow } from '../../goods/index.ts';
import { failures, noCourse } from '../failures.ts';
import { courseChange, type CourseChange } from '../inputs.ts';
import { courseCategories } from './course_categories.ts';
import { SetTotals } from './set_totals.ts';
import { mustBeTeachers, teacherColumns } from './teachers.ts';

export interface CourseToEdit extends GoodsRow, Expiry {
  readonly course_set_id: string;
  readonly is_free: boolean;
  readonly recommended: boolean;
}

/** Courses, for their managers. Changes update the totals of the course sets. */
export function editedCourses(): EditedGoods<CourseChange, CourseToEdit> {
  const users = use('users');
  const totals = new SetTotals();
  return {
    table: 'courses',
    categories: courseCategories.table,
    name: 'A course',
    grams: 'search_grams',
    input: courseChange,
    unsaid: { ...forever, status: 'draft', course_set_id: '0', is_free: false, recommended: false },
    creator: 'creator_id',
    rules: (input, before, now) => ({
      ...recommendationColumns(input, before.recommended, now),
      ...priceColumns(input, before.is_free),
      ...expiryColumns(input, before),
      ...teacherColumns(input),
    }),
    refer: (input) => mustBeTeachers(users, input),
    around: (before, input, work) => {
      const sets = [before?.course_set_id, input?.courseSetId].filter((id) => id !== undefined);
      return totals.keep([...new Set(sets)], work);
    },
    inUse,
    notFound: noCourse,
    wrongStatus: failures.wrongStatus,
  };
}

/** A course that has members or is in a classroom cannot be removed. */
async function inUse(database: Database, { id }: CourseToEdit): Promise<Failure | undefined> {
  const found = async (table: string) => database.table<OfCourse>(table).where('course_id', id).first();
  if (await found('course_members')) {
    return failures.courseInUse({ message: `Course ${id} has members; remove them first.` });
  }
  const content = await found('classroom_courses');
  if (!content) return undefined;
  const message = `Course ${id} belongs to classroom ${content.classroom_id}; remove it from the classroom first.`;
  return failures.courseInUse({ message });
}

interface OfCourse {
  readonly course_id: string;
  readonly classroom_id: string;
}
