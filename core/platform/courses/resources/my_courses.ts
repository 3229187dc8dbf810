import { field, resource, shape, use } from 'lectern';
import { enrolmentFields, joinedResource } from '../../enrolments/index.ts';
import { failures } from '../failures.ts';

/** A course that the user has joined. */
const myCourse = shape('MyCourse').mode('public', {
  id: field.intString('Id of the course, for `/me/courses/{id}` too.'),
  cover: field.picture('Cover, or a default picture, as absolute URLs.', '/assets/courses/course.svg'),
  ...enrolmentFields,
});

const joined = joinedResource({
  parent: 'courseId',
  goods: 'course',
  shape: myCourse,
  notFound: failures.courseNotFound,
});

@resource('/me/courses')
export default class MyCourses extends joined {
  protected readonly enrolments = use('courseEnrolments');
}
