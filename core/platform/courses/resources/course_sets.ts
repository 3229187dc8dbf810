import { resource, use } from 'lectern';
import { managedResource } from '../../goods/index.ts';
import { courseSetFilters } from '../filters.ts';
import { failures } from '../failures.ts';
import { courseSetChange, newCourseSet } from '../inputs.ts';
import { courseSet } from '../shapes/course_set.ts';

const managed = managedResource({
  summaries: {
    search: 'List course sets, newest first by default',
    get: 'Get a course set',
    add: 'Create a course set, a draft by default',
    update: 'Change a course set. Only the given fields change.',
    remove: 'Remove a course set without courses',
  },
  missing: failures.courseSetNotFound,
  fails: { update: [failures.wrongStatus], remove: [failures.courseSetInUse] },
  permission: 'admin_course',
  shape: courseSet,
  filters: courseSetFilters,
  added: newCourseSet,
  changed: courseSetChange,
});

/** Course sets: managers see every status, other callers only published course sets. */
@resource('/course_sets')
export default class CourseSets extends managed {
  protected readonly objects = use('courseSets');
  protected readonly editing = use('courseSetEditing');
}
