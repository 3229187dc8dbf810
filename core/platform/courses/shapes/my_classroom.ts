import { field, shape } from 'lectern';
import { enrolmentFields } from '../../enrolments/index.ts';

/** A classroom that the user has joined. */
export const myClassroom = shape('MyClassroom').mode('public', {
  id: field.intString('Id of the classroom, for `/me/classrooms/{id}` too.'),
  cover: field.picture('Cover, or a default picture, as absolute URLs.', '/assets/courses/classroom.svg'),
  ...enrolmentFields,
});
