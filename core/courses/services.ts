import { asFunction, contributes } from 'lectern';
import type { Services } from 'lectern';
import { Enrolments, MembershipProduct } from '../enrolments/index.ts';
import { MemberEditing, Members } from '../goods/index.ts';
import { TreeEditing, TreeNodes } from '../trees/index.ts';
import type { CategoryChange } from './inputs.ts';
import { ClassroomCourses } from './services/classroom_courses.ts';
import { ClassroomEditing } from './services/classroom_editing.ts';
import { Classrooms } from './services/classrooms.ts';
import { courseCategories, type CourseCategories } from './services/course_categories.ts';
import { CourseEditing } from './services/course_editing.ts';
import { CourseSetEditing } from './services/course_set_editing.ts';
import { CourseSets } from './services/course_sets.ts';
import { Courses } from './services/courses.ts';
import { classroomMembers, courseMembers } from './services/member_kinds.ts';

declare module 'lectern' {
  interface Services {
    courses: Courses;
    courseCategories: CourseCategories;
    courseCategoryEditing: TreeEditing<CategoryChange>;
    courseEditing: CourseEditing;
    courseEnrolments: Enrolments;
    courseMembers: Members<'courseId'>;
    courseMemberEditing: MemberEditing;
    courseSets: CourseSets;
    courseSetEditing: CourseSetEditing;
    classrooms: Classrooms;
    classroomCourses: ClassroomCourses;
    classroomEditing: ClassroomEditing;
    classroomEnrolments: Enrolments;
    classroomMembers: Members<'classroomId'>;
    classroomMemberEditing: MemberEditing;
  }
}

type Needs = Pick<Services, 'clock' | 'coverages' | 'database' | 'eventChecks' | 'users'>;
type CourseNeeds = Needs & Pick<Services, 'courseMembers' | 'courses'>;
type ClassroomNeeds = Needs & Pick<Services, 'classroomMembers' | 'classrooms'>;

const published = { status: 'published' } as const;

function forCourses({ clock, coverages, database, eventChecks, courses, courseMembers: members }: CourseNeeds) {
  return { clock, coverages, database, eventChecks, members, published: (id: string) => courses.get(id, published) };
}

function forClassrooms({
  clock,
  coverages,
  database,
  eventChecks,
  classrooms,
  classroomMembers: members,
}: ClassroomNeeds) {
  return { clock, coverages, database, eventChecks, members, published: (id: string) => classrooms.get(id, published) };
}

export default {
  courses: Courses,
  courseProduct: contributes(
    'products',
    asFunction((needs: CourseNeeds) => new MembershipProduct('course', forCourses(needs))),
  ),
  classroomProduct: contributes(
    'products',
    asFunction((needs: ClassroomNeeds) => new MembershipProduct('classroom', forClassrooms(needs))),
  ),
  courseCategories: asFunction((needs: Needs): CourseCategories => new TreeNodes(needs, courseCategories)),
  courseCategoryEditing: asFunction((needs: Needs) => new TreeEditing<CategoryChange>(needs, courseCategories)),
  courseEditing: CourseEditing,
  courseEnrolments: asFunction((needs: CourseNeeds) => new Enrolments(forCourses(needs), courseMembers)),
  courseMembers: asFunction((needs: Needs) => new Members(needs, courseMembers)),
  courseMemberEditing: asFunction((needs: Needs) => new MemberEditing(needs, courseMembers)),
  courseSets: CourseSets,
  courseSetEditing: CourseSetEditing,
  classrooms: Classrooms,
  classroomCourses: ClassroomCourses,
  classroomEditing: ClassroomEditing,
  classroomEnrolments: asFunction((needs: ClassroomNeeds) => new Enrolments(forClassrooms(needs), classroomMembers)),
  classroomMembers: asFunction((needs: Needs) => new Members(needs, classroomMembers)),
  classroomMemberEditing: asFunction((needs: Needs) => new MemberEditing(needs, classroomMembers)),
};
