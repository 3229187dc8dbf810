import { field, shape } from 'lectern';

const fields = {
  id: field.intString('Id, for `/applications/{id}`.'),
  appKey: field.text('Key, the public part of its credential.'),
  name: field.text('Name, and nickname of its service account.'),
  userId: field.intString('Id of its service account, the user as which it calls the API.'),
  roles: field.list(field.text('Name of a role.'), 'Roles of its service account.'),
  enabled: field.bool('Whether the application may call the API.'),
  configured: field.bool('Whether the configuration declares it and holds its secret.'),
  lastUsedTime: field.nullable(
    field.datetime('Time of its last call, exact to ten minutes; null before the first one.'),
  ),
  createdTime: field.datetime('Time of creation.'),
};

/** An application that calls the API by the Access-Token method. */
export const application = shape('Application').mode('public', fields);

/** A new application, or one with a new secret. The secret is shown only here. */
export const applicationWithSecret = shape('ApplicationWithSecret').mode('public', {
  ...fields,
  secretKey: field.secret('Secret key; it cannot be read again. The Access-Token is MD5 of `<appKey>-<secretKey>`.'),
});
