import { field, resource, shape, use } from 'lectern';
import { enrolmentFields, joinedResource } from '../../enrolments/index.ts';
import { failures } from '../failures.ts';

/** A classroom that the user has joined. */
const myClassroom = shape('MyClassroom').mode('public', {
  id: field.intString('Id of the classroom, for `/me/classrooms/{id}` too.'),
  cover: field.picture('Cover, or a default picture, as absolute URLs.', '/assets/courses/classroom.svg'),
  ...enrolmentFields,
});

const joined = joinedResource({
  parent: 'classroomId',
  goods: 'classroom',
  shape: myClassroom,
  notFound: failures.classroomNotFound,
});

@resource('/me/classrooms')
export default class MyClassrooms extends joined {
  protected readonly enrolments = use('classroomEnrolments');
}
