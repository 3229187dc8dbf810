import { defineFailures } from 'lectern';

export const failures = defineFailures({
  courseNotFound: [10, 404, 'There is no such course.'],
  courseSetNotFound: [10, 404, 'There is no such course set.'],
  classroomNotFound: [10, 404, 'There is no such classroom.'],
});
