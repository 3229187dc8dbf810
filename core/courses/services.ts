import { asClass, asFunction, contributes } from 'lectern';
import type { Services } from 'lectern';
import { Classrooms } from './services/classrooms.ts';
import { CourseSets } from './services/course_sets.ts';
import { CourseSeeder } from './services/course_seeder.ts';
import { Courses } from './services/courses.ts';
import { Members } from './services/members.ts';

declare module 'lectern' {
  interface Services {
    courses: Courses;
    courseMembers: Members<'courseId'>;
    courseSets: CourseSets;
    classrooms: Classrooms;
    classroomMembers: Members<'classroomId'>;
  }
}

type Needs = Pick<Services, 'database' | 'users'>;

const ofCourses = { table: 'course_members', parent: 'courseId', column: 'course_id' } as const;
const ofClassrooms = { table: 'classroom_members', parent: 'classroomId', column: 'classroom_id' } as const;

export default {
  courses: asClass(Courses),
  courseSeeder: contributes('seeders', asClass(CourseSeeder)),
  courseMembers: asFunction((needs: Needs) => new Members(needs, ofCourses)),
  courseSets: asClass(CourseSets),
  classrooms: asClass(Classrooms),
  classroomMembers: asFunction((needs: Needs) => new Members(needs, ofClassrooms)),
};
