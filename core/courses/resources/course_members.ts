import { cached, accepts, fails, open, pageOf, paging, resource, returns, use } from 'lectern';
import type { InputOf, OpenCall } from 'lectern';
import { visibleTo } from '../conditions.ts';
import { failures } from '../failures.ts';
import type { Courses } from '../services/courses.ts';
import type { Members } from '../services/members.ts';
import { courseMember } from '../shapes/member.ts';

/** Who takes part in a course. */
@resource('/courses/{courseId}/members')
export default class CourseMembers {
  constructor(
    @use('courses') protected readonly courses: Courses,
    @use('courseMembers') protected readonly members: Members<'courseId'>,
  ) {}

  /** A page of those who are not locked out, newest first. @throws failures.courseNotFound */
  @open
  @cached(10)
  @accepts(paging)
  @fails(failures.courseNotFound)
  @returns(pageOf(courseMember), 'public')
  async search({ params, input: page, user }: OpenCall<{ courseId: string }, InputOf<typeof paging>>) {
    await this.courses.mustExist(params.courseId, { status: visibleTo(user, 'admin_course') });
    return this.members.list(params.courseId, page);
  }
}
