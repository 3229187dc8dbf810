import { field, shape, type Services } from 'lectern';

/** A code of a permission, with all codes of the roles for the OpenAPI document. No answer has another: none is stored. */
const code = field.text('Permission code; * grants every permission.');
const known = ({ roles }: Services) => ['*', ...roles.codes];

/** A role. */
export const role = shape('Role').mode('public', {
  name: field.text('Name, such as ROLE_TEACHER, by which users and applications have it.'),
  permissions: field.list(
    { ...code, schema: { ...code.schema, known } },
    'Permissions that the role grants to its users.',
  ),
});
