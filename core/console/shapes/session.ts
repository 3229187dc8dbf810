import { field, shape } from 'lectern';

/** The caller of the console. */
export const consoleSession = shape('ConsoleSession').mode('public', {
  nickname: field.text('Nickname of the caller.'),
  permissions: field.list(field.text('Code of a permission.'), 'Permissions of the caller.'),
  demo: field.bool('Whether the installation has demo data, with accounts of a public password; never in production.'),
});
