import { recommendationColumns, type EditedGoods, type GoodsRow } from '../../goods/index.ts';
import { failures, noCourseSet } from '../failures.ts';
import { courseSetChange, type CourseSetChange } from '../inputs.ts';
import { courseCategories } from './course_categories.ts';

export interface CourseSetToEdit extends GoodsRow {
  readonly recommended: boolean;
}

/** Course sets, for their managers. A course set with courses cannot be removed. */
export const editedCourseSets: EditedGoods<CourseSetChange, CourseSetToEdit> = {
  table: 'course_sets',
  categories: courseCategories.table,
  name: 'A course set',
  grams: 'search_grams',
  input: courseSetChange,
  unsaid: { status: 'draft', recommended: false },
  rules: (input, { recommended }, now) => recommendationColumns(input, recommended, now),
  inUse: async (database, { id }) => {
    const course: unknown = await database.table('courses').where('course_set_id', id).first('id');
    if (!course) return undefined;
    return failures.courseSetInUse({ message: `Course set ${id} has courses; move or remove them first.` });
  },
  notFound: noCourseSet,
  wrongStatus: failures.wrongStatus,
};
