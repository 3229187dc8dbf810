import type { Users } from '../../users/index.ts';
import type { ClassroomChange } from '../inputs.ts';

type Teachers = Pick<ClassroomChange, 'teacherIds' | 'headTeacherId'>;

/** @throws standardFailures.invalidParameter when the id of a teacher does not belong to a person */
export async function mustBeTeachers(users: Users, { teacherIds = [], headTeacherId = '0' }: Teachers) {
  if (headTeacherId !== '0') await users.mustBePeople('headTeacherId', [headTeacherId]);
  await users.mustBePeople('teacherIds', teacherIds);
}

/** Returns the columns of the teachers, without duplicate ids. */
export function teacherColumns({ teacherIds, headTeacherId }: Teachers): object {
  return {
    ...(teacherIds && { teacher_ids: [...new Set(teacherIds)] }),
    ...(headTeacherId !== undefined && { head_teacher_id: headTeacherId === '0' ? null : headTeacherId }),
  };
}
