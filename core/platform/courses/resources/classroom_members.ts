import { accepts, creates, fails, pageOf, paging, requires, resource, returns, revised, use, summary } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { memberChange, membership, newMember } from '../../goods/index.ts';
import type { MemberChange, NewMember } from '../../goods/index.ts';
import { done } from '../../users/index.ts';
import { visibleTo } from '../filters.ts';
import { failures } from '../failures.ts';
import { classroomMember } from '../shapes/member.ts';

@resource('/classrooms/{classroomId}/members', { parameters: membership })
export default class ClassroomMembers {
  protected readonly classrooms = use('classrooms');
  protected readonly members = use('classroomMembers');
  protected readonly editing = use('classroomMemberEditing');

  @summary('List the members of a classroom, newest first. Members who are locked out are left out.')
  @accepts(paging)
  @fails(failures.classroomNotFound)
  @returns(pageOf(classroomMember), 'public')
  async search(call: Call<{ classroomId: string }, InputOf<typeof paging>>) {
    const { params, input: page, user } = call;
    await this.classrooms.mustExist(params.classroomId, { status: visibleTo(user, 'admin_classroom') }, call);
    return this.members.list(params.classroomId, page, call);
  }

  @summary('Get a member of a classroom. Members who are locked out are shown to managers only.')
  @fails(failures.classroomNotFound, failures.memberNotFound)
  @returns(classroomMember, 'public')
  async get(call: Call<PartOfClassroom>) {
    const { classroomId, id } = call.params;
    const status = visibleTo(call.user, 'admin_classroom');
    await this.classrooms.mustExist(classroomId, { status }, call);
    const found = await this.members.get(classroomId, { id, manages: status === 'any' }, call);
    call.reply.revision(found.revision);
    return found;
  }

  @summary('Add a member to a classroom')
  @requires('admin_classroom')
  @accepts(newMember)
  @creates
  @fails(failures.classroomNotFound, failures.alreadyMember)
  @returns(classroomMember, 'public')
  async add({ params: { classroomId }, input }: Call<{ classroomId: string }, NewMember>) {
    const id = await this.editing.add(classroomId, input);
    return this.members.get(classroomId, { id, manages: true });
  }

  @summary('Change a membership of a classroom. Only the given fields change.')
  @requires('admin_classroom')
  @accepts(memberChange)
  @revised
  @fails(failures.classroomNotFound, failures.memberNotFound)
  @returns(classroomMember, 'public')
  async update({ params, request, input }: Call<PartOfClassroom, MemberChange>) {
    const { classroomId: parentId, id } = params;
    await this.editing.update({ parentId, id, seen: request.revisions }, input);
    return this.members.get(parentId, { id, manages: true });
  }

  @summary('Remove a member from a classroom')
  @requires('admin_classroom')
  @revised
  @fails(failures.classroomNotFound, failures.memberNotFound)
  @returns(done, 'public')
  async remove({ params: { classroomId: parentId, id }, request }: Call<PartOfClassroom>) {
    await this.editing.remove({ parentId, id, seen: request.revisions });
    return { success: true };
  }
}

interface PartOfClassroom {
  readonly classroomId: string;
  readonly id: string;
}
