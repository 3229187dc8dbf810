import { listOf, requires, resource, returns, use, summary, field, shape, type Services } from 'lectern';

/**
 * Permission code. The OpenAPI document lists all codes: only manifests declare permissions, so that answers contain no
 * others.
 */
const code = field.text('Permission code; * grants every permission.');
const known = ({ roles }: Services) => ['*', ...roles.codes];

const role = shape('Role').mode('public', {
  name: field.text('Name, such as ROLE_TEACHER, by which users and applications have it.'),
  permissions: field.list(
    { ...code, schema: { ...code.schema, known } },
    'Permissions that the role grants to its users.',
  ),
});

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
