import {
  accepts,
  cached,
  creates,
  fails,
  open,
  pageOf,
  requires,
  resource,
  returns,
  revised,
  use,
  summary,
} from 'lectern';
import type { Call, InputOf, OpenCall } from 'lectern';
import { done } from '../../users/index.ts';
import { classroomFilters, visibleTo } from '../filters.ts';
import { failures } from '../failures.ts';
import { classroomChange, newClassroom, type ClassroomChange, type NewClassroom } from '../inputs.ts';
import { classroom } from '../shapes/classroom.ts';

/** Classrooms: managers see every status, other callers only published classrooms. */
@resource('/classrooms')
export default class Classrooms {
  protected readonly classrooms = use('classrooms');
  protected readonly editing = use('classroomEditing');

  @summary('List classrooms, newest first by default')
  @open
  @cached(10)
  @accepts(classroomFilters)
  @returns(pageOf(classroom), 'public')
  search(call: OpenCall<object, InputOf<typeof classroomFilters>>) {
    return this.classrooms.list({ ...call.input, status: visibleTo(call.user, 'admin_classroom') }, call);
  }

  @summary('Get a classroom')
  @open
  @cached(10)
  @fails(failures.classroomNotFound)
  @returns(classroom, 'public')
  async get(call: OpenCall<{ id: string }>) {
    const { params, user, reply } = call;
    const found = await this.classrooms.get(params.id, { status: visibleTo(user, 'admin_classroom') }, call);
    reply.revision(found.revision);
    return found;
  }

  @summary('Create a classroom, a draft by default')
  @requires('admin_classroom')
  @accepts(newClassroom)
  @creates
  @returns(classroom, 'public')
  async add({ input }: Call<object, NewClassroom>) {
    return this.classrooms.get(await this.editing.add(input), { status: 'any' });
  }

  @summary('Change a classroom. Only the given fields change.')
  @requires('admin_classroom')
  @accepts(classroomChange)
  @revised
  @fails(failures.classroomNotFound, failures.wrongStatus)
  @returns(classroom, 'public')
  async update({ params: { id }, request, input }: Call<{ id: string }, ClassroomChange>) {
    await this.editing.update({ id, seen: request.revisions }, input);
    return this.classrooms.get(id, { status: 'any' });
  }

  @summary('Remove a classroom without members')
  @requires('admin_classroom')
  @revised
  @fails(failures.classroomNotFound, failures.classroomInUse)
  @returns(done, 'public')
  async remove({ params: { id }, request }: Call<{ id: string }>) {
    await this.editing.remove({ id, seen: request.revisions });
    return { success: true };
  }
}
