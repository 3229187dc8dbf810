import { field, shape } from 'lectern';
import { courseFields } from './goods.ts';
import { courseSetTypes } from './enums.ts';

/** A course set: one subject, taught in one or more courses. */
export const courseSet = shape('CourseSet').mode('public', {
  ...courseFields,
  type: field.oneOf(courseSetTypes, 'Type of the teaching.'),
  tags: field.list(field.text('Name of a tag.'), 'Names of the tags.'),
  minCoursePrice: field.money('Price of the cheapest course.'),
  maxCoursePrice: field.money('Price of the most expensive course.'),
  vipLevelIds: field.list(
    field.intString('Id of a level.'),
    'Ids of the membership levels that include a course of the set.',
  ),
});
