import { field, nested, shape } from 'lectern';
import { expiryModes } from '../../goods/index.ts';
import { user } from '../../users/index.ts';
import { courseFields, priceFields } from './goods.ts';
import { courseTypes } from './words.ts';

/** A course. */
export const course = shape('Course').mode('public', {
  ...courseFields,
  ...priceFields,
  type: field.oneOf(courseTypes, 'Whether it is taught live.'),
  courseSetId: field.intString('Id of the course set it belongs to.'),
  courseSetTitle: field.text('Title of the course set.'),
  goals: field.list(field.text('A goal.'), 'What it teaches.'),
  audiences: field.list(field.text('An audience.'), 'Whom it is for.'),
  originPrice: field.money('Price before any reduction.'),
  isFree: field.bool('Whether it costs nothing.'),
  expiryMode: field.oneOf(expiryModes, 'How long it can be studied.'),
  expiryDays: field.intString('Days after joining, in mode days.'),
  expiryStartDate: field.intString('First day, in unix seconds; 0 when not set.'),
  expiryEndDate: field.intString('Last day, in unix seconds; 0 when not set.'),
  teachers: field.list(nested(user, 'simple', 'A teacher.'), 'Who teaches it.'),
  creator: field.nullable(nested(user, 'simple', 'Who created it.')),
});
