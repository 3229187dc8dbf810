import { use } from 'lectern';
import type { EditedGoods, GoodsRow } from '../../goods/index.ts';
import { failures, noClassroom } from '../failures.ts';
import { classroomChange, type ClassroomChange } from '../inputs.ts';
import { courseCategories } from './course_categories.ts';
import { mustBeTeachers, teacherColumns } from './teachers.ts';

/** Classrooms, for their managers. A classroom with members cannot be removed; its courses are not deleted. */
export function editedClassrooms(): EditedGoods<ClassroomChange, GoodsRow> {
  const users = use('users');
  return {
    table: 'classrooms',
    categories: courseCategories.table,
    name: 'A classroom',
    grams: 'search_grams',
    input: classroomChange,
    unsaid: { status: 'draft' },
    rules: teacherColumns,
    refer: (input) => mustBeTeachers(users, input),
    inUse: async (database, { id }) => {
      const member: unknown = await database.table('classroom_members').where('classroom_id', id).first('id');
      if (!member) return undefined;
      return failures.classroomInUse({ message: `Classroom ${id} has members; remove them first.` });
    },
    notFound: noClassroom,
    wrongStatus: failures.wrongStatus,
  };
}
