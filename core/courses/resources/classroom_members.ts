import { cached, accepts, fails, open, pageOf, paging, resource, returns, use } from 'lectern';
import type { InputOf, OpenCall } from 'lectern';
import { visibleTo } from '../conditions.ts';
import { failures } from '../failures.ts';
import type { Classrooms } from '../services/classrooms.ts';
import type { Members } from '../services/members.ts';
import { classroomMember } from '../shapes/member.ts';

/** Who takes part in a classroom. */
@resource('/classrooms/{classroomId}/members')
export default class ClassroomMembers {
  constructor(
    @use('classrooms') protected readonly classrooms: Classrooms,
    @use('classroomMembers') protected readonly members: Members<'classroomId'>,
  ) {}

  /** A page of those who are not locked out, newest first. @throws failures.classroomNotFound */
  @open
  @cached(10)
  @accepts(paging)
  @fails(failures.classroomNotFound)
  @returns(pageOf(classroomMember), 'public')
  async search({ params, input: page, user }: OpenCall<{ classroomId: string }, InputOf<typeof paging>>) {
    await this.classrooms.mustExist(params.classroomId, { status: visibleTo(user, 'admin_classroom') });
    return this.members.list(params.classroomId, page);
  }
}
