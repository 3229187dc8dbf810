import { input, type InputOf } from 'lectern';
import { expiryFields, firstStatus, goodsFields, nextStatus, priceFields } from '../goods/index.ts';
import { courseSetTypes, courseTypes } from './shapes/words.ts';

const MAX_TEXT = 200_000;
const MAX_TEACHERS = 20;

const words = (description: string) =>
  input.optional(input.list(input.text({ maxLength: 200 }), { maxItems: 50, description }));
const longText = (description: string) => input.optional(input.text({ maxLength: MAX_TEXT, description }));

const common = {
  ...goodsFields,
  categoryId: input.optional(input.idOrZero('Id of the category, 0 for none.')),
};

const described = {
  subtitle: input.optional(input.text({ description: 'Subtitle.' })),
  summary: longText('Summary, as HTML.'),
};

const sold = {
  maxRate: input.optional(input.integer({ maximum: 100, description: 'Percent of the price that coins may pay.' })),
  vipLevelId: input.optional(input.idOrZero('Id of the membership level that includes it, 0 for none.')),
  teacherIds: input.optional(
    input.list(input.id(), { maxItems: MAX_TEACHERS, description: 'Ids of the users who teach there.' }),
  ),
};

const course = {
  ...common,
  ...described,
  courseSetId: input.id('Id of the course set it belongs to.'),
  type: input.optional(input.oneOf(courseTypes, { description: 'Whether it is taught live.' })),
  goals: words('What it teaches.'),
  audiences: words('Whom it is for.'),
  ...priceFields,
  ...expiryFields,
  ...sold,
};

const courseSet = {
  ...common,
  ...described,
  type: input.optional(input.oneOf(courseSetTypes, { description: 'How it is taught.' })),
  tags: input.optional(input.list(input.text({ maxLength: 50 }), { maxItems: 20, description: 'Names of tags.' })),
};

const classroom = {
  ...common,
  about: longText('What it is about, as HTML.'),
  price: priceFields.price,
  ...sold,
  headTeacherId: input.optional(input.idOrZero('Id of the user who leads it, 0 for none.')),
};

/** Input of a new course. */
export const newCourse = { ...course, status: firstStatus };
export const courseChange = {
  ...course,
  title: input.optional(course.title),
  courseSetId: input.optional(course.courseSetId),
  status: nextStatus,
};

/** Input of a new course set. */
export const newCourseSet = { ...courseSet, status: firstStatus };
export const courseSetChange = { ...courseSet, title: input.optional(courseSet.title), status: nextStatus };

/** Input of a new classroom. */
export const newClassroom = { ...classroom, status: firstStatus };
export const classroomChange = { ...classroom, title: input.optional(classroom.title), status: nextStatus };

/** Course to add to a classroom. */
export const newContent = { courseId: input.id('Id of the course.') };

export type NewCourse = InputOf<typeof newCourse>;
export type CourseChange = InputOf<typeof courseChange>;
export type NewCourseSet = InputOf<typeof newCourseSet>;
export type CourseSetChange = InputOf<typeof courseSetChange>;
export type NewClassroom = InputOf<typeof newClassroom>;
export type ClassroomChange = InputOf<typeof classroomChange>;
