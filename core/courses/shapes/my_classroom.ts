import { field, shape } from 'lectern';
import { enrolmentFields } from '../../enrolments/index.ts';

/** A classroom that the user has joined. */
export const myClassroom = shape('MyClassroom').mode('public', {
  id: field.intString('Id of the classroom.'),
  cover: field.picture('Cover.', '/assets/courses/classroom.svg'),
  ...enrolmentFields,
});
