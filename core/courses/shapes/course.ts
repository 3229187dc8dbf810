import { field, nested, shape } from 'lectern';
import { expiryModes } from '../../goods/index.ts';
import { user } from '../../users/index.ts';
import { courseFields, priceFields } from './goods.ts';
import { courseTypes } from './enums.ts';

/** A course. */
export const course = shape('Course').mode('public', {
  ...courseFields,
  ...priceFields,
  type: field.oneOf(courseTypes, 'Type of the course: live lessons or not.'),
  courseSetId: field.intString('Id of the course set of the course.'),
  courseSetTitle: field.text('Title of the course set.'),
  goals: field.list(field.text('A goal.'), 'Goals.'),
  audiences: field.list(field.text('An audience.'), 'Target audiences.'),
  originPrice: field.money('Price before any reduction.'),
  isFree: field.bool('Whether the course is free.'),
  expiryMode: field.oneOf(expiryModes, 'Validity of a membership.'),
  expiryDays: field.intString('Days of validity in mode days.'),
  expiryStartDate: field.intString('Start of the validity, in unix seconds; 0 when not set.'),
  expiryEndDate: field.intString('End of the validity, in unix seconds; 0 when not set.'),
  teachers: field.list(nested(user, 'simple', 'A teacher.'), 'Teachers.'),
  creator: field.nullable(nested(user, 'simple', 'Creator.')),
});
