import { field, shape, type Services } from 'lectern';

/**
 * Permission code. The OpenAPI document lists all codes: only manifests declare permissions, so that answers contain no
 * others.
 */
const code = field.text('Permission code; * grants every permission.');
const known = ({ roles }: Services) => ['*', ...roles.codes];

export const role = shape('Role').mode('public', {
  name: field.text('Name, such as ROLE_TEACHER, by which users and applications have it.'),
  permissions: field.list(
    { ...code, schema: { ...code.schema, known } },
    'Permissions that the role grants to its users.',
  ),
});
