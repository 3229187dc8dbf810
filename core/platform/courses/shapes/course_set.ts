import { field, shape } from 'lectern';
import { courseFields } from './goods.ts';
import { courseSetTypes } from './enums.ts';

/** A course set: courses on one subject. */
export const courseSet = shape('CourseSet').mode('public', {
  ...courseFields,
  type: field.oneOf(courseSetTypes, 'Type of the teaching, for clients: here it only filters lists.'),
  tags: field.list(field.text('Name of a tag.'), 'Names of the tags, which are free texts of the course set.'),
  minCoursePrice: field.money(
    'Price of its cheapest published course, in RMB; of all its courses while none is published.',
  ),
  maxCoursePrice: field.money(
    'Price of its most expensive published course, in RMB; of all its courses while none is published.',
  ),
  vipLevelIds: field.list(
    field.intString('Id of a level.'),
    'Ids of the membership levels that include a course of the set.',
  ),
});
