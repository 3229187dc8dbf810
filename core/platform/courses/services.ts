import { asFunction, contributes, use } from 'lectern';
import { Enrolments, MembershipProduct } from '../enrolments/index.ts';
import { GoodsEditing, MemberEditing, Members, type GoodsRow } from '../goods/index.ts';
import { TreeEditing, TreeNodes } from '../../infrastructure/trees/index.ts';
import type {
  CategoryChange,
  ClassroomChange,
  CourseChange,
  CourseSetChange,
  NewClassroom,
  NewCourse,
  NewCourseSet,
} from './inputs.ts';
import { ClassroomCourses } from './services/classroom_courses.ts';
import { editedClassrooms } from './services/classroom_editing.ts';
import { Classrooms } from './services/classrooms.ts';
import { courseCategories, type CourseCategories } from './services/course_categories.ts';
import { editedCourses, type CourseToEdit } from './services/course_editing.ts';
import { editedCourseSets, type CourseSetToEdit } from './services/course_set_editing.ts';
import { CourseSets } from './services/course_sets.ts';
import { Courses } from './services/courses.ts';
import { classroomMembers, courseMembers } from './services/member_kinds.ts';
import { courseCategory } from './shapes/course_category.ts';

declare module 'lectern' {
  interface Services {
    courses: Courses;
    courseCategories: CourseCategories;
    courseCategoryEditing: TreeEditing<CategoryChange>;
    courseEditing: GoodsEditing<NewCourse, CourseChange, CourseToEdit>;
    courseEnrolments: Enrolments;
    courseMembers: Members<'courseId'>;
    courseMemberEditing: MemberEditing;
    courseSets: CourseSets;
    courseSetEditing: GoodsEditing<NewCourseSet, CourseSetChange, CourseSetToEdit>;
    classrooms: Classrooms;
    classroomCourses: ClassroomCourses;
    classroomEditing: GoodsEditing<NewClassroom, ClassroomChange, GoodsRow>;
    classroomEnrolments: Enrolments;
    classroomMembers: Members<'classroomId'>;
    classroomMemberEditing: MemberEditing;
  }
}

const published = { status: 'published' } as const;

const joinableCourses = () => {
  const courses = use('courses');
  return { members: use('courseMembers'), published: (id: string) => courses.get(id, published) };
};

const joinableClassrooms = () => {
  const classrooms = use('classrooms');
  return { members: use('classroomMembers'), published: (id: string) => classrooms.get(id, published) };
};

export default {
  courses: Courses,
  courseProduct: contributes(
    'products',
    asFunction(() => new MembershipProduct('course', joinableCourses())),
  ),
  classroomProduct: contributes(
    'products',
    asFunction(() => new MembershipProduct('classroom', joinableClassrooms())),
  ),
  courseCategories: asFunction((): CourseCategories => new TreeNodes(courseCategory, courseCategories)),
  courseCategoryEditing: asFunction(() => new TreeEditing<CategoryChange>(courseCategories)),
  courseEditing: asFunction(() => new GoodsEditing(editedCourses())),
  courseEnrolments: asFunction(() => new Enrolments(joinableCourses(), courseMembers)),
  courseMembers: asFunction(() => new Members(courseMembers)),
  courseMemberEditing: asFunction(() => new MemberEditing(courseMembers)),
  courseSets: CourseSets,
  courseSetEditing: asFunction(() => new GoodsEditing(editedCourseSets)),
  classrooms: Classrooms,
  classroomCourses: ClassroomCourses,
  classroomEditing: asFunction(() => new GoodsEditing(editedClassrooms())),
  classroomEnrolments: asFunction(() => new Enrolments(joinableClassrooms(), classroomMembers)),
  classroomMembers: asFunction(() => new Members(classroomMembers)),
  classroomMemberEditing: asFunction(() => new MemberEditing(classroomMembers)),
};
