import { accepts, creates, fails, pageOf, paging, requires, resource, returns, revised, use, summary } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { memberChange, membership, newMember } from '../../goods/index.ts';
import type { MemberChange, NewMember } from '../../goods/index.ts';
import { done } from '../../users/index.ts';
import { visibleTo } from '../filters.ts';
import { failures } from '../failures.ts';
import { courseMember } from '../shapes/member.ts';

@resource('/courses/{courseId}/members', { parameters: membership })
export default class CourseMembers {
  protected readonly courses = use('courses');
  protected readonly members = use('courseMembers');
  protected readonly editing = use('courseMemberEditing');

  @summary('List the members of a course, newest first. Members who are locked out are left out.')
  @accepts(paging)
  @fails(failures.courseNotFound)
  @returns(pageOf(courseMember), 'public')
  async search(call: Call<{ courseId: string }, InputOf<typeof paging>>) {
    const { params, input: page, user } = call;
    await this.courses.mustExist(params.courseId, { status: visibleTo(user, 'admin_course') }, call);
    return this.members.list(params.courseId, page, call);
  }

  @summary('Get a member of a course. Members who are locked out are shown to managers only.')
  @fails(failures.courseNotFound, failures.memberNotFound)
  @returns(courseMember, 'public')
  async get(call: Call<PartOfCourse>) {
    const { courseId, id } = call.params;
    const status = visibleTo(call.user, 'admin_course');
    await this.courses.mustExist(courseId, { status }, call);
    const found = await this.members.get(courseId, { id, manages: status === 'any' }, call);
    call.reply.revision(found.revision);
    return found;
  }

  @summary('Add a member to a course')
  @requires('admin_course')
  @accepts(newMember)
  @creates
  @fails(failures.courseNotFound, failures.alreadyMember)
  @returns(courseMember, 'public')
  async add({ params: { courseId }, input }: Call<{ courseId: string }, NewMember>) {
    const id = await this.editing.add(courseId, input);
    return this.members.get(courseId, { id, manages: true });
  }

  @summary('Change a membership of a course. Only the given fields change.')
  @requires('admin_course')
  @accepts(memberChange)
  @revised
  @fails(failures.courseNotFound, failures.memberNotFound)
  @returns(courseMember, 'public')
  async update({ params, request, input }: Call<PartOfCourse, MemberChange>) {
    const { courseId: parentId, id } = params;
    await this.editing.update({ parentId, id, seen: request.revisions }, input);
    return this.members.get(parentId, { id, manages: true });
  }

  @summary('Remove a member from a course')
  @requires('admin_course')
  @revised
  @fails(failures.courseNotFound, failures.memberNotFound)
  @returns(done, 'public')
  async remove({ params: { courseId: parentId, id }, request }: Call<PartOfCourse>) {
    await this.editing.remove({ parentId, id, seen: request.revisions });
    return { success: true };
  }
}

interface PartOfCourse {
  readonly courseId: string;
  readonly id: string;
}
