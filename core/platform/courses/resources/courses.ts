import { resource, use } from 'lectern';
import { managedResource } from '../../goods/index.ts';
import { courseFilters } from '../filters.ts';
import { failures } from '../failures.ts';
import { courseChange, newCourse } from '../inputs.ts';
import { course } from '../shapes/course.ts';

const managed = managedResource({
  summaries: {
    search: 'List courses, newest first by default',
    get: 'Get a course',
    add: 'Create a course, a draft by default',
    update: 'Change a course. Only the given fields change.',
    remove: 'Remove a course that has no members and is in no classroom',
  },
  missing: failures.courseNotFound,
  fails: { update: [failures.wrongStatus], remove: [failures.courseInUse] },
  permission: 'admin_course',
  shape: course,
  filters: courseFilters,
  added: newCourse,
  changed: courseChange,
});

/** Courses: managers see every status, other callers only published courses. */
@resource('/courses')
export default class Courses extends managed {
  protected readonly objects = use('courses');
  protected readonly editing = use('courseEditing');
}
