import { paging, resource, use } from 'lectern';
import { managedResource } from '../../goods/index.ts';
import { treeFailures } from '../../../infrastructure/trees/index.ts';
import { failures } from '../failures.ts';
import { categoryChange, newCategory } from '../inputs.ts';
import { courseCategory } from '../shapes/course_category.ts';

const managed = managedResource({
  summaries: {
    search: 'List course categories. Each is followed by its descendants.',
    get: 'Get a course category',
    add: 'Create a course category',
    update: 'Change a course category. Only the given fields change.',
    remove: 'Remove a course category that has neither children nor goods',
  },
  missing: failures.categoryNotFound,
  fails: {
    add: [failures.codeTaken, treeFailures.treeFull],
    update: [failures.codeTaken],
    remove: [failures.categoryInUse],
  },
  permission: 'admin_course',
  shape: courseCategory,
  filters: paging,
  added: newCategory,
  changed: categoryChange,
});

/** Categories of courses, course sets and classrooms: managers see unpublished ones as well. */
@resource('/course_categories')
export default class CourseCategories extends managed {
  protected readonly objects = use('courseCategories');
  protected readonly editing = use('courseCategoryEditing');
}
