import { defineFailures, type Failure } from 'lectern';

export const failures = defineFailures({
  courseNotFound: [10, 404, 'There is no such course.'],
  courseSetNotFound: [10, 404, 'There is no such course set.'],
  classroomNotFound: [10, 404, 'There is no such classroom.'],
  memberNotFound: [10, 404, 'There is no such member.'],
  courseNotInClassroom: [10, 404, 'The classroom has no such course.'],
  wrongStatus: [
    14,
    409,
    'A draft can only be published, published goods can only be closed, and closed goods only be published again.',
  ],
  courseInUse: [14, 409, 'The course has members or belongs to a classroom; remove them first.'],
  courseSetInUse: [14, 409, 'The course set has courses; move or remove them first.'],
  classroomInUse: [14, 409, 'The classroom has members; remove them first.'],
  alreadyMember: [14, 409, 'The user is a member already; change the membership instead.'],
  categoryNotFound: [10, 404, 'There is no such category.'],
  codeTaken: [14, 409, 'Another category has this code; choose another one.'],
  categoryInUse: [14, 409, 'The category has goods or categories below it; move them first.'],
  alreadyInClassroom: [14, 409, 'The course belongs to the classroom already.'],
});

export function noCourse(id: string): Failure {
  return failures.courseNotFound({ message: `There is no course ${id}.` });
}

export function noCourseSet(id: string): Failure {
  return failures.courseSetNotFound({ message: `There is no course set ${id}.` });
}

export function noClassroom(id: string): Failure {
  return failures.classroomNotFound({ message: `There is no classroom ${id}.` });
}
