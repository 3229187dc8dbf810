import { field, shape } from 'lectern';

/** A role. */
export const role = shape('Role').mode('public', {
  name: field.text('Name, such as ROLE_TEACHER.'),
  permissions: field.list(field.text('Permission code; * grants every permission.'), 'What the role permits.'),
});
