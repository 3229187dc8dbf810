import {
  accepts,
  cached,
  creates,
  fails,
  open,
  pageOf,
  paging,
  requires,
  resource,
  returns,
  revised,
  use,
  summary,
} from 'lectern';
import type { Call, InputOf, OpenCall } from 'lectern';
import { treeFailures } from '../../trees/index.ts';
import { done } from '../../users/index.ts';
import { visibleTo } from '../filters.ts';
import { failures } from '../failures.ts';
import { categoryChange, newCategory, type CategoryChange, type NewCategory } from '../inputs.ts';
import { courseCategory } from '../shapes/course_category.ts';

/** Categories of courses, course sets and classrooms: managers see unpublished ones as well. */
@resource('/course_categories')
export default class CourseCategories {
  protected readonly categories = use('courseCategories');
  protected readonly editing = use('courseCategoryEditing');

  @summary('List course categories. Each is followed by its descendants.')
  @open
  @cached(10)
  @accepts(paging)
  @returns(pageOf(courseCategory), 'public')
  search(call: OpenCall<object, InputOf<typeof paging>>) {
    return this.categories.list({ ...call.input, ...visibleIn(call) }, call);
  }

  @summary('Get a course category')
  @open
  @cached(10)
  @fails(failures.categoryNotFound)
  @returns(courseCategory, 'public')
  async get(call: OpenCall<{ id: string }>) {
    const found = await this.categories.get(call.params.id, visibleIn(call), call);
    call.reply.revision(found.revision);
    return found;
  }

  @summary('Create a course category')
  @requires('admin_course')
  @accepts(newCategory)
  @creates
  @fails(failures.codeTaken, treeFailures.treeFull)
  @returns(courseCategory, 'public')
  async add({ input }: Call<object, NewCategory>) {
    return this.categories.get(await this.editing.add(input), { manages: true });
  }

  @summary('Change a course category. Only the given fields change.')
  @requires('admin_course')
  @accepts(categoryChange)
  @revised
  @fails(failures.categoryNotFound, failures.codeTaken)
  @returns(courseCategory, 'public')
  async update({ params: { id }, request, input }: Call<{ id: string }, CategoryChange>) {
    await this.editing.update({ id, seen: request.revisions }, input);
    return this.categories.get(id, { manages: true });
  }

  @summary('Remove a course category that has neither children nor goods')
  @requires('admin_course')
  @revised
  @fails(failures.categoryNotFound, failures.categoryInUse)
  @returns(done, 'public')
  async remove({ params: { id }, request }: Call<{ id: string }>) {
    await this.editing.remove({ id, seen: request.revisions });
    return { success: true };
  }
}

function visibleIn({ user }: Pick<OpenCall, 'user'>): { manages: boolean } {
  return { manages: visibleTo(user, 'admin_course') === 'any' };
}
