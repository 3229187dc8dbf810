import { field, nested, shape } from 'lectern';
import { memberRoles } from '../../goods/index.ts';
import { user } from '../../users/index.ts';

const about = {
  role: field.oneOf(memberRoles, 'Role of the member; teachers do not count as students.'),
  locked: field.bool('Whether a manager has locked the member out; lists leave such members out.'),
  user: nested(user, 'simple', 'The user who is the member.'),
};

export const courseMember = shape('CourseMember').mode('public', {
  id: field.intString('Id of the membership, which is not that of the user.'),
  courseId: field.intString('Id of the course.'),
  ...about,
});

export const classroomMember = shape('ClassroomMember').mode('public', {
  id: field.intString('Id of the membership, which is not that of the user.'),
  classroomId: field.intString('Id of the classroom.'),
  ...about,
});
