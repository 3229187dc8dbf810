import { cached, accepts, fails, open, pageOf, resource, returns, use } from 'lectern';
import type { InputOf, OpenCall } from 'lectern';
import { courseConditions, visibleTo } from '../conditions.ts';
import { failures } from '../failures.ts';
import type { Courses as CourseService } from '../services/courses.ts';
import { course } from '../shapes/course.ts';

/** Courses; everybody sees the published ones, managers those of every status. */
@resource('/courses')
export default class Courses {
  constructor(@use('courses') protected readonly courses: CourseService) {}

  /** A page of courses, newest first. */
  @open
  @cached(10)
  @accepts(courseConditions)
  @returns(pageOf(course), 'public')
  search({ input: query, user }: OpenCall<object, InputOf<typeof courseConditions>>) {
    return this.courses.list({ ...query, status: visibleTo(user, 'admin_course') });
  }

  /** One course. @throws failures.courseNotFound */
  @open
  @cached(10)
  @fails(failures.courseNotFound)
  @returns(course, 'public')
  get({ params, user }: OpenCall<{ id: string }>) {
    return this.courses.get(params.id, { status: visibleTo(user, 'admin_course') });
  }
}
