import { field, nested, shape } from 'lectern';
import { expiryModes } from '../../goods/index.ts';
import { user } from '../../users/index.ts';
import { courseFields, priceFields } from './goods.ts';
import { courseTypes } from './enums.ts';

/** A course; belongs to one course set, and may be part of classrooms. */
export const course = shape('Course').mode('public', {
  ...courseFields,
  ...priceFields,
  type: field.oneOf(courseTypes, 'Type of the course: live lessons or not.'),
  courseSetId: field.intString('Id of the course set of the course.'),
  courseSetTitle: field.text('Title of that course set; the course has a title of its own.'),
  goals: field.list(field.text('A goal.'), 'What students learn, one text for each goal.'),
  audiences: field.list(field.text('An audience.'), 'For whom the course is made, one text for each audience.'),
  originPrice: field.money('Price before any reduction, in RMB; shown only, never charged.'),
  isFree: field.bool('Whether the course is free; its price is then 0.00.'),
  expiryMode: field.oneOf(
    expiryModes,
    'Validity of a membership: unlimited, for days from joining, between two dates, or until a date.',
  ),
  expiryDays: field.intString('Days of validity in mode days; 0 in other modes.'),
  expiryStartDate: field.intString('Start of the validity, in unix seconds; 0 when not set.'),
  expiryEndDate: field.intString('End of the validity, in unix seconds; 0 when not set.'),
  teachers: field.list(nested(user, 'simple', 'A teacher.'), 'Teachers, in the order that managers gave them.'),
  creator: field.nullable(nested(user, 'simple', 'Manager who created the course; null if not recorded.')),
});
