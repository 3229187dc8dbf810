import { cached, accepts, fails, open, pageOf, resource, returns, use } from 'lectern';
import type { InputOf, OpenCall } from 'lectern';
import { courseSetConditions, visibleTo } from '../conditions.ts';
import { failures } from '../failures.ts';
import type { CourseSets as CourseSetService } from '../services/course_sets.ts';
import { courseSet } from '../shapes/course_set.ts';

/** Course sets; everybody sees the published ones, managers those of every status. */
@resource('/course_sets')
export default class CourseSets {
  constructor(@use('courseSets') protected readonly courseSets: CourseSetService) {}

  /** A page of course sets, newest first. */
  @open
  @cached(10)
  @accepts(courseSetConditions)
  @returns(pageOf(courseSet), 'public')
  search({ input: query, user }: OpenCall<object, InputOf<typeof courseSetConditions>>) {
    return this.courseSets.list({ ...query, status: visibleTo(user, 'admin_course') });
  }

  /** One course set. @throws failures.courseSetNotFound */
  @open
  @cached(10)
  @fails(failures.courseSetNotFound)
  @returns(courseSet, 'public')
  get({ params, user }: OpenCall<{ id: string }>) {
    return this.courseSets.get(params.id, { status: visibleTo(user, 'admin_course') });
  }
}
