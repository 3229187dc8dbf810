import { resource, use } from 'lectern';
import { memberResource, membership } from '../../goods/index.ts';
import { failures } from '../failures.ts';
import { classroomMember } from '../shapes/member.ts';

const ofMembers = memberResource({
  parent: 'classroomId',
  goods: 'a classroom',
  permission: 'admin_classroom',
  shape: classroomMember,
  notFound: failures.classroomNotFound,
  memberNotFound: failures.memberNotFound,
  alreadyMember: failures.alreadyMember,
});

@resource('/classrooms/{classroomId}/members', { parameters: membership })
export default class ClassroomMembers extends ofMembers {
  protected readonly goods = use('classrooms');
  protected readonly members = use('classroomMembers');
  protected readonly editing = use('classroomMemberEditing');
}
