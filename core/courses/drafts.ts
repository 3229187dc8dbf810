import { input } from 'lectern';
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
  headTeacherId: input.optional(input.idOrZero('Id of the user who leads it, 0 for nobody.')),
};

/** What may be said of a course. */
export const newCourse = { ...course, status: firstStatus };
export const courseChange = {
  ...course,
  title: input.optional(course.title),
  courseSetId: input.optional(course.courseSetId),
  status: nextStatus,
};

/** What may be said of a course set. */
export const newCourseSet = { ...courseSet, status: firstStatus };
export const courseSetChange = { ...courseSet, title: input.optional(courseSet.title), status: nextStatus };

/** What may be said of a classroom. */
export const newClassroom = { ...classroom, status: firstStatus };
export const classroomChange = { ...classroom, title: input.optional(classroom.title), status: nextStatus };

/** Which course is put into a classroom. */
export const newContent = { courseId: input.id('Id of the course.') };
