import { asClass, asFunction, contributes } from 'lectern';
import type { Services } from 'lectern';
import { MemberEditing, Members } from '../goods/index.ts';
import { ClassroomCourses } from './services/classroom_courses.ts';
import { ClassroomEditing } from './services/classroom_editing.ts';
import { Classrooms } from './services/classrooms.ts';
import { CourseEditing } from './services/course_editing.ts';
import { CourseSetEditing } from './services/course_set_editing.ts';
import { CourseSets } from './services/course_sets.ts';
import { CourseSeeder } from './services/course_seeder.ts';
import { ClassroomProduct, CourseProduct } from './services/course_products.ts';
import { Courses } from './services/courses.ts';
import { classroomMembers, courseMembers } from './services/member_kinds.ts';

declare module 'lectern' {
  interface Services {
    courses: Courses;
    courseEditing: CourseEditing;
    courseMembers: Members<'courseId'>;
    courseMemberEditing: MemberEditing;
    courseSets: CourseSets;
    courseSetEditing: CourseSetEditing;
    classrooms: Classrooms;
    classroomCourses: ClassroomCourses;
    classroomEditing: ClassroomEditing;
    classroomMembers: Members<'classroomId'>;
    classroomMemberEditing: MemberEditing;
  }
}

type Needs = Pick<Services, 'database' | 'clock' | 'users'>;

export default {
  courses: asClass(Courses),
  courseProduct: contributes('products', asClass(CourseProduct)),
  classroomProduct: contributes('products', asClass(ClassroomProduct)),
  courseSeeder: contributes('seeders', asClass(CourseSeeder)),
  courseEditing: asClass(CourseEditing),
  courseMembers: asFunction((needs: Needs) => new Members(needs, courseMembers)),
  courseMemberEditing: asFunction((needs: Needs) => new MemberEditing(needs, courseMembers)),
  courseSets: asClass(CourseSets),
  courseSetEditing: asClass(CourseSetEditing),
  classrooms: asClass(Classrooms),
  classroomCourses: asClass(ClassroomCourses),
  classroomEditing: asClass(ClassroomEditing),
  classroomMembers: asFunction((needs: Needs) => new Members(needs, classroomMembers)),
  classroomMemberEditing: asFunction((needs: Needs) => new MemberEditing(needs, classroomMembers)),
};
