import { field, nested, shape } from 'lectern';
import { memberRoles } from '../../goods/index.ts';
import { user } from '../../users/index.ts';

const about = {
  role: field.oneOf(memberRoles, 'Role of the member.'),
  locked: field.bool('Whether the member is locked out.'),
  user: nested(user, 'simple', 'User.'),
};

/** A member of a course. */
export const courseMember = shape('CourseMember').mode('public', {
  id: field.intString('Id.'),
  courseId: field.intString('Id of the course.'),
  ...about,
});

/** A member of a classroom. */
export const classroomMember = shape('ClassroomMember').mode('public', {
  id: field.intString('Id.'),
  classroomId: field.intString('Id of the classroom.'),
  ...about,
});
