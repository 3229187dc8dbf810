import { accepts, creates, fails, listOf, requires, resource, returns, revised, use, summary } from 'lectern';
import type { Call, Caller } from 'lectern';
import { treeFailures } from '../../../infrastructure/trees/index.ts';
import { failures } from '../failures.ts';
import { departmentChange, newDepartment, type DepartmentChange, type NewDepartment } from '../inputs.ts';
import { department, departmentTree } from '../shapes/department.ts';
import { done } from '../shapes/login.ts';

const readers = ['admin_user', 'admin_project_plan_manage'];

/**
 * Departments. Managers of users and planners of training projects may read departments and filter users by department.
 */
@resource('/departments', { signedIn: true, missing: failures.departmentNotFound })
export default class Departments {
  protected readonly departments = use('departments');
  protected readonly editing = use('departmentEditing');

  @summary('Get the tree of departments')
  @fails(failures.departmentsClosed)
  @returns(listOf(departmentTree), 'public')
  search(call: Call) {
    refuseOthers(call.user);
    return this.departments.tree({ manages: true }, call);
  }

  @summary('Get a department')
  @fails(failures.departmentsClosed)
  @returns(department, 'public')
  async get(call: Call<{ id: string }>) {
    refuseOthers(call.user);
    const found = await this.departments.get(call.params.id, { manages: true }, call);
    call.reply.revision(found.revision);
    return found;
  }

  @summary('Create a department')
  @requires('admin_user')
  @accepts(newDepartment)
  @creates
  @fails(treeFailures.treeFull)
  @returns(department, 'public')
  async add({ input }: Call<object, NewDepartment>) {
    return this.departments.get(await this.editing.add(input), { manages: true });
  }

  @summary('Change a department. `parentId` moves it.')
  @requires('admin_user')
  @accepts(departmentChange)
  @revised
  @returns(department, 'public')
  async update({ params: { id }, request, input }: Call<{ id: string }, DepartmentChange>) {
    await this.editing.update({ id, seen: request.revisions }, input);
    return this.departments.get(id, { manages: true });
  }

  @summary('Remove a department that has neither users nor departments below it')
  @requires('admin_user')
  @revised
  @fails(failures.departmentInUse)
  @returns(done, 'public')
  async remove({ params: { id }, request }: Call<{ id: string }>) {
    await this.editing.remove({ id, seen: request.revisions });
    return { success: true };
  }
}

/** Refuses callers that may not read departments. @throws failures.departmentsClosed */
function refuseOthers({ permissions }: Caller): void {
  if (!readers.some((code) => permissions.has(code))) throw failures.departmentsClosed();
}
