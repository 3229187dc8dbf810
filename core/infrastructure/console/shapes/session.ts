import { field, shape, type Services } from 'lectern';

/** Code of a permission; `known` lists the codes in the OpenAPI document. */
const code = field.text('Code of a permission.');
const known = ({ roles }: Services) => roles.codes;

/** The caller of the console. */
export const consoleSession = shape('ConsoleSession').mode('public', {
  nickname: field.text('Nickname of the signed-in caller.'),
  permissions: field.list(
    { ...code, schema: { ...code.schema, known } },
    'Permissions of the caller, by which pages hide what the API would refuse.',
  ),
  demo: field.bool('Whether the installation has demo data, with accounts of a public password; never in production.'),
});
