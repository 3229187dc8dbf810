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
import { accountOf, done } from '../../users/index.ts';
import { courseFilters, visibleTo } from '../filters.ts';
import { failures } from '../failures.ts';
import { courseChange, newCourse, type CourseChange, type NewCourse } from '../inputs.ts';
import { course } from '../shapes/course.ts';

/** Courses: managers see every status, other callers only published courses. */
@resource('/courses')
export default class Courses {
  protected readonly courses = use('courses');
  protected readonly editing = use('courseEditing');

  @summary('List courses, newest first by default')
  @open
  @cached(10)
  @accepts(courseFilters)
  @returns(pageOf(course), 'public')
  search(call: OpenCall<object, InputOf<typeof courseFilters>>) {
    return this.courses.list({ ...call.input, status: visibleTo(call.user, 'admin_course') }, call);
  }

  @summary('Get a course')
  @open
  @cached(10)
  @fails(failures.courseNotFound)
  @returns(course, 'public')
  async get(call: OpenCall<{ id: string }>) {
    const { params, user, reply } = call;
    const found = await this.courses.get(params.id, { status: visibleTo(user, 'admin_course') }, call);
    reply.revision(found.revision);
    return found;
  }

  @summary('Create a course, a draft by default')
  @requires('admin_course')
  @accepts(newCourse)
  @creates
  @returns(course, 'public')
  async add({ input, user }: Call<object, NewCourse>) {
    return this.courses.get(await this.editing.add(input, accountOf(user)), { status: 'any' });
  }

  @summary('Change a course. Only the given fields change.')
  @requires('admin_course')
  @accepts(courseChange)
  @revised
  @fails(failures.courseNotFound, failures.wrongStatus)
  @returns(course, 'public')
  async update({ params: { id }, request, input }: Call<{ id: string }, CourseChange>) {
    await this.editing.update({ id, seen: request.revisions }, input);
    return this.courses.get(id, { status: 'any' });
  }

  @summary('Remove a course that has no members and is in no classroom')
  @requires('admin_course')
  @revised
  @fails(failures.courseNotFound, failures.courseInUse)
  @returns(done, 'public')
  async remove({ params: { id }, request }: Call<{ id: string }>) {
    await this.editing.remove({ id, seen: request.revisions });
    return { success: true };
  }
}
