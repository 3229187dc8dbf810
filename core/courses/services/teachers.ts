import { mustBeUsers } from '../../goods/index.ts';
import type { Users } from '../../users/index.ts';

/** What an editor says of who teaches. */
export interface TeachersDraft {
  readonly teacherIds?: readonly string[];
  /** Who leads them; 0 for nobody. */
  readonly headTeacherId?: string;
}

/** Makes sure that whoever is to teach is a user. @throws invalidParameter */
export async function mustBeTeachers(users: Users, { teacherIds = [], headTeacherId = '0' }: TeachersDraft) {
  if (headTeacherId !== '0') await mustBeUsers(users, 'headTeacherId', [headTeacherId]);
  await mustBeUsers(users, 'teacherIds', teacherIds);
}

/** Columns of who teaches, each once. */
export function teacherColumns({ teacherIds, headTeacherId }: TeachersDraft): object {
  return {
    ...(teacherIds && { teacher_ids: [...new Set(teacherIds)] }),
    ...(headTeacherId !== undefined && { head_teacher_id: headTeacherId === '0' ? null : headTeacherId }),
  };
}
