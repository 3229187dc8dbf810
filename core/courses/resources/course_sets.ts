import {
  accepts,
  cached,
  creates,
  fails,
  open,
  pageOf,
  requires,
  resource,
  returns,
  revised,
  use,
  summary,
} from 'lectern';
import type { Call, InputOf, OpenCall } from 'lectern';
import { done } from '../../users/index.ts';
import { courseSetFilters, visibleTo } from '../filters.ts';
import { failures } from '../failures.ts';
import { courseSetChange, newCourseSet, type CourseSetChange, type NewCourseSet } from '../inputs.ts';
import { courseSet } from '../shapes/course_set.ts';

/** Course sets: managers see every status, other callers only published course sets. */
@resource('/course_sets')
export default class CourseSets {
  protected readonly courseSets = use('courseSets');
  protected readonly editing = use('courseSetEditing');

  @summary('List course sets, newest first by default')
  @open
  @cached(10)
  @accepts(courseSetFilters)
  @returns(pageOf(courseSet), 'public')
  search(call: OpenCall<object, InputOf<typeof courseSetFilters>>) {
    return this.courseSets.list({ ...call.input, status: visibleTo(call.user, 'admin_course') }, call);
  }

  @summary('Get a course set')
  @open
  @cached(10)
  @fails(failures.courseSetNotFound)
  @returns(courseSet, 'public')
  async get(call: OpenCall<{ id: string }>) {
    const { params, user, reply } = call;
    const found = await this.courseSets.get(params.id, { status: visibleTo(user, 'admin_course') }, call);
    reply.revision(found.revision);
    return found;
  }

  @summary('Create a course set, a draft by default')
  @requires('admin_course')
  @accepts(newCourseSet)
  @creates
  @returns(courseSet, 'public')
  async add({ input }: Call<object, NewCourseSet>) {
    return this.courseSets.get(await this.editing.add(input), { status: 'any' });
  }

  @summary('Change a course set. Only the given fields change.')
  @requires('admin_course')
  @accepts(courseSetChange)
  @revised
  @fails(failures.courseSetNotFound, failures.wrongStatus)
  @returns(courseSet, 'public')
  async update({ params: { id }, request, input }: Call<{ id: string }, CourseSetChange>) {
    await this.editing.update({ id, seen: request.revisions }, input);
    return this.courseSets.get(id, { status: 'any' });
  }

  @summary('Remove a course set without courses')
  @requires('admin_course')
  @revised
  @fails(failures.courseSetNotFound, failures.courseSetInUse)
  @returns(done, 'public')
  async remove({ params: { id }, request }: Call<{ id: string }>) {
    await this.editing.remove({ id, seen: request.revisions });
    return { success: true };
  }
}
