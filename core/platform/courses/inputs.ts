import { input, type InputOf } from 'lectern';
import { expiryFields, firstStatus, goodsFields, nextStatus, priceFields } from '../goods/index.ts';
import { htmlText } from '../../infrastructure/html/index.ts';
import { codeFields, nodeFields } from '../../infrastructure/trees/index.ts';
import { courseSetTypes, courseTypes } from './shapes/enums.ts';

const MAX_TEACHERS = 20;

const words = (description: string) =>
  input.optional(input.list(input.text({ maxLength: 200 }), { maxItems: 50, description }));

const common = {
  ...goodsFields,
  categoryId: input.optional(input.idOrZero({ description: 'Id of the category, 0 for none.' })),
};

const described = {
  subtitle: input.optional(input.text({ description: 'Subtitle, as plain text.' })),
  summary: input.optional(htmlText({ description: 'Summary, as HTML; unsafe elements are removed.' })),
};

const sold = {
  maxRate: input.optional(input.integer({ maximum: 100, description: 'Percentage of the price that coins may pay.' })),
  vipLevelId: input.optional(
    input.idOrZero({ description: 'Id of the membership level that includes the goods, 0 for none.' }),
  ),
  teacherIds: input.optional(
    input.list(input.id(), {
      maxItems: MAX_TEACHERS,
      description: 'Ids of the users who teach, in the order of the answer.',
    }),
  ),
};

const course = {
  ...common,
  ...described,
  courseSetId: input.id({ description: 'Id of the course set of the course.' }),
  type: input.optional(input.oneOf(courseTypes, { description: 'Type of the course: live lessons or not.' })),
  goals: words('What students learn, one text for each goal.'),
  audiences: words('For whom the course is made, one text for each audience.'),
  ...priceFields,
  ...expiryFields,
  ...sold,
};

const courseSet = {
  ...common,
  ...described,
  type: input.optional(
    input.oneOf(courseSetTypes, { description: 'Type of the teaching, for clients: here it only filters lists.' }),
  ),
  tags: input.optional(
    input.list(input.text({ maxLength: 50 }), {
      maxItems: 20,
      description: 'Names of tags, which are free texts; they replace all tags of the course set.',
    }),
  ),
};

const classroom = {
  ...common,
  about: input.optional(
    htmlText({ description: 'Description of the classroom, as HTML; unsafe elements are removed.' }),
  ),
  price: priceFields.price,
  ...sold,
  headTeacherId: input.optional(input.idOrZero({ description: 'Id of the head teacher, 0 for none.' })),
};

/** Body of `POST /courses`; title and course set are required. */
export const newCourse = { ...course, status: firstStatus };
export const courseChange = {
  ...course,
  title: input.optional(course.title),
  courseSetId: input.optional(course.courseSetId),
  status: nextStatus,
};

/** Body of `POST /course_sets`; only the title is required. */
export const newCourseSet = { ...courseSet, status: firstStatus };
export const courseSetChange = { ...courseSet, title: input.optional(courseSet.title), status: nextStatus };

/** Body of `POST /classrooms`; only the title is required. */
export const newClassroom = { ...classroom, status: firstStatus };
export const classroomChange = { ...classroom, title: input.optional(classroom.title), status: nextStatus };

/** Body of `POST /classrooms/{classroomId}/courses`: the course to add. */
export const newContent = {
  courseId: input.id({ description: 'Id of the course that becomes part of the classroom.' }),
};

export const newCategory = { ...nodeFields, ...codeFields };
export const categoryChange = {
  ...newCategory,
  name: input.optional(newCategory.name),
  code: input.optional(newCategory.code),
};

export type NewCourse = InputOf<typeof newCourse>;
export type CourseChange = InputOf<typeof courseChange>;
export type NewCourseSet = InputOf<typeof newCourseSet>;
export type CourseSetChange = InputOf<typeof courseSetChange>;
export type NewClassroom = InputOf<typeof newClassroom>;
export type ClassroomChange = InputOf<typeof classroomChange>;
export type CategoryChange = InputOf<typeof categoryChange>;
