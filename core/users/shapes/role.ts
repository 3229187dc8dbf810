import { field, shape, type Services } from 'lectern';

/** A code of a permission, with all codes of the roles for the OpenAPI document. No answer has another: none is stored. */
const code = field.text('Permission code; * grants every permission.');
const known = ({ roles }: Services) => ['*', ...roles.codes];

/** A role. */
export const role = shape('Role').mode('public', {
  name: field.text('Name, such as ROLE_TEACHER.'),
  permissions: field.list({ ...code, schema: { ...code.schema, known } }, 'What the role permits.'),
});
