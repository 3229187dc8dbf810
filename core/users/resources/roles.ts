import { listOf, requires, resource, returns, use, summary } from 'lectern';
import { role } from '../shapes/role.ts';

/** Roles and their permissions, which the manifests of the modules declare. */
@resource('/roles')
export default class Roles {
  protected readonly roles = use('roles');

  @summary('List roles with their permissions')
  @requires('admin_user')
  @returns(listOf(role), 'public')
  search() {
    return this.roles.names.map((name) => ({ name, permissions: this.roles.codesOf(name) }));
  }
}
