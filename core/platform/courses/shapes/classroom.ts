import { field, nested, shape } from 'lectern';
import { user } from '../../users/index.ts';
import { goodsFields, priceFields } from './goods.ts';

/** A classroom: several courses, sold and studied together. */
export const classroom = shape('Classroom').mode('public', {
  id: field.intString('Id.'),
  title: field.text('Title, as plain text.'),
  about: field.html('Description, as HTML with absolute addresses.'),
  cover: field.picture('Cover, or a default picture, as absolute URLs.', '/assets/courses/classroom.svg'),
  ...goodsFields,
  ...priceFields,
  courseNum: field.intString('Number of courses in the classroom.'),
  headTeacher: field.nullable(nested(user, 'simple', 'Head teacher; null for none.')),
  teachers: field.list(nested(user, 'simple', 'A teacher.'), 'Teachers, in the order that managers gave them.'),
});
