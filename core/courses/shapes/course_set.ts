import { field, shape } from 'lectern';
import { courseFields } from './goods.ts';
import { courseSetTypes } from './words.ts';

/** A course set: one subject, taught in one or more courses. */
export const courseSet = shape('CourseSet').mode('public', {
  ...courseFields,
  type: field.oneOf(courseSetTypes, 'How it is taught.'),
  tags: field.list(field.text('Name of a tag.'), 'Names of the tags.'),
  minCoursePrice: field.money('Price of its cheapest course.'),
  maxCoursePrice: field.money('Price of its most expensive course.'),
  vipLevelIds: field.list(field.intString('Id of a level.'), 'Membership levels that include one of its courses.'),
});
