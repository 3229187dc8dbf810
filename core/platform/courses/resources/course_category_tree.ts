import { cached, listOf, open, resource, returns, use, summary, type OpenCall } from 'lectern';
import { visibleTo } from '../filters.ts';
import { courseCategoryTree } from '../shapes/course_category.ts';

/** Tree of the categories of courses, course sets and classrooms. */
@resource('/course_categories/tree')
export default class CourseCategoryTree {
  protected readonly categories = use('courseCategories');

  @summary('Get the tree of course categories. Unpublished ones are shown to managers of courses only.')
  @open
  @cached(10)
  @returns(listOf(courseCategoryTree), 'public')
  search(call: OpenCall) {
    return this.categories.tree({ manages: visibleTo(call.user, 'admin_course') === 'any' }, call);
  }
}
