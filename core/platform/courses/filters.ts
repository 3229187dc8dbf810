import { input, type Caller } from 'lectern';
import { keysetPaging } from '../../infrastructure/database/index.ts';
import type { Visible } from '../goods/index.ts';
import { classroomSorts } from './services/classrooms.ts';
import { courseSetSorts } from './services/course_sets.ts';
import { courseSorts } from './services/courses.ts';
import { courseSetTypes, courseTypes } from './shapes/enums.ts';

const common = {
  categoryId: input.optional(
    input.idOrZero({ description: 'Only goods of this category and of its descendants; 0 for all.' }),
  ),
  title: input.optional(input.text({ description: 'Only goods with this text in the title.' })),
  ...keysetPaging,
};

/** Query parameters of a list of courses: conditions, order and page (specification, section 4, Membership plugin). */
export const courseFilters = {
  type: input.optional(
    input.oneOf(courseTypes, { description: 'Only courses with live lessons (live), or only those without (normal).' }),
  ),
  sort: input.sort(courseSorts, { list: 'courses' }),
  ...common,
};

export const courseSetFilters = {
  type: input.optional(input.oneOf(courseSetTypes, { description: 'Only course sets with this type of teaching.' })),
  sort: input.sort(courseSetSorts, { list: 'course_sets' }),
  ...common,
};

export const classroomFilters = { sort: input.sort(classroomSorts, { list: 'classrooms' }), ...common };

/** Query parameters of the lists of courses, course sets and classrooms, for lists of other modules. */
export const listFilters = {
  courses: courseFilters,
  courseSets: courseSetFilters,
  classrooms: classroomFilters,
};

/** Returns the statuses that a caller sees: `any` with the permission, otherwise `published`. */
export function visibleTo(user: Caller | undefined, permission: 'admin_course' | 'admin_classroom'): Visible {
  return user?.permissions.has(permission) === true ? 'any' : 'published';
}
