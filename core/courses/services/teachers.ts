import { mustBeUsers } from '../../goods/index.ts';
import type { Users } from '../../users/index.ts';
import type { ClassroomChange } from '../inputs.ts';

type Teachers = Pick<ClassroomChange, 'teacherIds' | 'headTeacherId'>;

/** @throws standardFailures.invalidParameter when the id of a teacher belongs to no user, or to a cancelled account */
export async function mustBeTeachers(users: Users, { teacherIds = [], headTeacherId = '0' }: Teachers) {
  if (headTeacherId !== '0') await mustBeUsers(users, 'headTeacherId', [headTeacherId]);
  await mustBeUsers(users, 'teacherIds', teacherIds);
}

/** Returns the columns of the teachers, without duplicate ids. */
export function teacherColumns({ teacherIds, headTeacherId }: Teachers): object {
  return {
    ...(teacherIds && { teacher_ids: [...new Set(teacherIds)] }),
    ...(headTeacherId !== undefined && { head_teacher_id: headTeacherId === '0' ? null : headTeacherId }),
  };
}
