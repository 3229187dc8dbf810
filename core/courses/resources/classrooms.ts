import { cached, accepts, fails, open, pageOf, resource, returns, use } from 'lectern';
import type { InputOf, OpenCall } from 'lectern';
import { classroomConditions, visibleTo } from '../conditions.ts';
import { failures } from '../failures.ts';
import type { Classrooms as ClassroomService } from '../services/classrooms.ts';
import { classroom } from '../shapes/classroom.ts';

/** Classrooms; everybody sees the published ones, managers those of every status. */
@resource('/classrooms')
export default class Classrooms {
  constructor(@use('classrooms') protected readonly classrooms: ClassroomService) {}

  /** A page of classrooms, newest first. */
  @open
  @cached(10)
  @accepts(classroomConditions)
  @returns(pageOf(classroom), 'public')
  search({ input: query, user }: OpenCall<object, InputOf<typeof classroomConditions>>) {
    return this.classrooms.list({ ...query, status: visibleTo(user, 'admin_classroom') });
  }

  /** One classroom. @throws failures.classroomNotFound */
  @open
  @cached(10)
  @fails(failures.classroomNotFound)
  @returns(classroom, 'public')
  get({ params, user }: OpenCall<{ id: string }>) {
    return this.classrooms.get(params.id, { status: visibleTo(user, 'admin_classroom') });
  }
}
