import { field, shape } from 'lectern';
import { enrolmentFields } from '../../enrolments/index.ts';

/** A course that the user has joined. */
export const myCourse = shape('MyCourse').mode('public', {
  id: field.intString('Id of the course, for `/me/courses/{id}` too.'),
  cover: field.picture('Cover, or a default picture, as absolute URLs.', '/assets/courses/course.svg'),
  ...enrolmentFields,
});
