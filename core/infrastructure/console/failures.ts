import { defineFailures } from 'lectern';

export const failures = defineFailures({
  jobNotFound: [10, 404, 'There is no such job.'],
  jobRunning: [14, 409, 'The job is running already. Try again when it is done.'],
  noConsole: [
    13,
    403,
    'This account has none of the permissions of the console; ask a manager of users for a role that has some.',
  ],
  notDead: [
    10,
    404,
    'No delivery with this id was given up; GET /console/deliveries?state=dead lists those that were.',
  ],
  noPackages: [
    13,
    403,
    'The console does not change packages: set "modules.console.packages" to true in the configuration and restart, or run lectern plugin on the server.',
  ],
  noPackageChange: [10, 404, 'There is no such change of a package; begin it again.'],
  notChanged: [14, 409, 'The package was not changed; begin the change again.'],
  notPurged: [
    14,
    409,
    'The data of the plugin was not removed: the plugin is enabled, another module requires it, or it has no data.',
  ],
  notSwitched: [
    14,
    409,
    'The plugin was not enabled or disabled: NODE_ENV=test, CONFIG_FILE or DISABLED_PLUGINS overrides the configuration.',
  ],
  requestNotFound: [
    10,
    404,
    'No such request is recorded. Only the last 300 are, while a client reads GET /api/console/request_stream.',
  ],
  pluginNotFound: [10, 404, 'There is no such plugin; GET /console/plugins lists all.'],
});
