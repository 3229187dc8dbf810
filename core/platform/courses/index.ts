export { listFilters, visibleTo } from './filters.ts';
export type { ClassroomQuery } from './services/classrooms.ts';
export type { CourseSetQuery } from './services/course_sets.ts';
export type { CourseQuery } from './services/courses.ts';
export { classroom } from './shapes/classroom.ts';
export { course } from './shapes/course.ts';
export { courseSet } from './shapes/course_set.ts';
