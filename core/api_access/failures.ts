import { defineFailures } from 'lectern';

/** Failures of applications. */
export const failures = defineFailures({
  applicationNotFound: [10, 404, 'There is no such application.'],
  nameTaken: [14, 409, 'A user or another application has this name.'],
  configuredApplication: [
    14,
    409,
    'The configuration declares this application; change modules.api_access.apps there. Only "enabled" changes here.',
  ],
});
