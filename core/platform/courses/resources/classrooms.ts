import { resource, use } from 'lectern';
import { managedResource } from '../../goods/index.ts';
import { classroomFilters } from '../filters.ts';
import { failures } from '../failures.ts';
import { classroomChange, newClassroom } from '../inputs.ts';
import { classroom } from '../shapes/classroom.ts';

const managed = managedResource({
  summaries: {
    search: 'List classrooms, newest first by default',
    get: 'Get a classroom',
    add: 'Create a classroom, a draft by default',
    update: 'Change a classroom. Only the given fields change.',
    remove: 'Remove a classroom without members',
  },
  missing: failures.classroomNotFound,
  fails: { update: [failures.wrongStatus], remove: [failures.classroomInUse] },
  permission: 'admin_classroom',
  shape: classroom,
  filters: classroomFilters,
  added: newClassroom,
  changed: classroomChange,
});

/** Classrooms: managers see every status, other callers only published classrooms. */
@resource('/classrooms')
export default class Classrooms extends managed {
  protected readonly objects = use('classrooms');
  protected readonly editing = use('classroomEditing');
}
