import { defineFailures } from 'lectern';

export const failures = defineFailures({
  applicationNotFound: [10, 404, 'There is no such application.'],
  nameTaken: [14, 409, 'A user or another application has this name; choose another one.'],
  configuredApplication: [
    14,
    409,
    'The configuration declares this application: change or remove it in modules.api_access.apps, and restart. Only "enabled" changes here.',
  ],
});
