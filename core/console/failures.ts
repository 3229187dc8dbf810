import { defineFailures } from 'lectern';

export const failures = defineFailures({
  noConsole: [13, 403, 'This account has none of the permissions of the console.'],
  notSwitched: [14, 409, 'The plugin was not enabled or disabled.'],
  pluginNotFound: [10, 404, 'There is no such plugin.'],
});
