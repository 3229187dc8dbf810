import type { MemberKind } from '../../goods/index.ts';
import { failures, noClassroom, noCourse } from '../failures.ts';

export const courseMembers: MemberKind<'courseId'> = {
  targetType: 'course',
  table: 'course_members',
  parent: 'courseId',
  column: 'course_id',
  goods: 'courses',
  hasExpiry: true,
  hasLevel: true,
  whole: { table: 'course_sets', column: 'course_set_id' },
  notFound: noCourse,
  noMember: (course, id) => failures.memberNotFound({ message: `Course ${course} has no member ${id}.` }),
  alreadyMember: () =>
    failures.alreadyMember({ message: 'The user is a member of the course already; change the membership instead.' }),
};

export const classroomMembers: MemberKind<'classroomId'> = {
  targetType: 'classroom',
  table: 'classroom_members',
  parent: 'classroomId',
  column: 'classroom_id',
  goods: 'classrooms',
  hasLevel: true,
  notFound: noClassroom,
  noMember: (classroom, id) => failures.memberNotFound({ message: `Classroom ${classroom} has no member ${id}.` }),
  alreadyMember: () =>
    failures.alreadyMember({
      message: 'The user is a member of the classroom already; change the membership instead.',
    }),
};
