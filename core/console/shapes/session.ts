import { field, shape } from 'lectern';

/** The caller of the console. */
export const consoleSession = shape('ConsoleSession').mode('public', {
  nickname: field.text('Nickname of the caller.'),
  permissions: field.list(field.text('Code of a permission.'), 'Permissions of the caller.'),
});
