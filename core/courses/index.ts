// What other modules may know of courses, course sets and classrooms.
export { classroomConditions, courseConditions, courseSetConditions, visibleTo } from './conditions.ts';
export { classroomSorts, type Classroom, type ClassroomQuery, type Classrooms } from './services/classrooms.ts';
export { courseSetSorts, type CourseSet, type CourseSetQuery, type CourseSets } from './services/course_sets.ts';
export { courseSorts, type Course, type CourseQuery, type Courses } from './services/courses.ts';
export type { GoodsQuery, Member, Members, Visible } from '../goods/index.ts';
export { classroom } from './shapes/classroom.ts';
export { course } from './shapes/course.ts';
export { courseSet } from './shapes/course_set.ts';
export { classroomMember, courseMember } from './shapes/member.ts';
export { courseSetTypes, courseTypes } from './shapes/words.ts';
