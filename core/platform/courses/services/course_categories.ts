import type { Database } from '../../../infrastructure/database/index.ts';
import { goodsStates } from '../../goods/index.ts';
import type { EditedTree, RowOf, TreeKind, TreeNodes } from '../../../infrastructure/trees/index.ts';
import { failures } from '../failures.ts';
import type { courseCategory } from '../shapes/course_category.ts';

/** Service that reads the tree of categories of courses, course sets and classrooms. */
export type CourseCategories = TreeNodes<RowOf<typeof courseCategory>>;

export const courseCategories: TreeKind & EditedTree = {
  table: 'course_categories',
  columns: { published: 'published::integer' },
  notFound: failures.categoryNotFound,
  inUse: failures.categoryInUse,
  codeTaken: failures.codeTaken,
  content: goodsOf,
};

/**
 * Returns one row of goods in a category, otherwise undefined. Lists all statuses, because the index begins with the
 * status.
 */
async function goodsOf(database: Database, id: string): Promise<unknown> {
  for (const table of ['courses', 'course_sets', 'classrooms']) {
    const goods = database.table(table).whereIn('status', goodsStates.names).where('category_id', id);
    const found: unknown = await goods.first('id');
    if (found) return found;
  }
  return undefined;
}
