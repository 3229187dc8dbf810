import { resource, use } from 'lectern';
import { memberResource, membership } from '../../goods/index.ts';
import { failures } from '../failures.ts';
import { courseMember } from '../shapes/member.ts';

const ofMembers = memberResource({
  parent: 'courseId',
  goods: 'a course',
  permission: 'admin_course',
  shape: courseMember,
  notFound: failures.courseNotFound,
  memberNotFound: failures.memberNotFound,
  alreadyMember: failures.alreadyMember,
});

@resource('/courses/{courseId}/members', { parameters: membership })
export default class CourseMembers extends ofMembers {
  protected readonly goods = use('courses');
  protected readonly members = use('courseMembers');
  protected readonly editing = use('courseMemberEditing');
}
