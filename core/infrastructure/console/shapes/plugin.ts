import { field, shape } from 'lectern';
import { figure } from './figure.ts';

const name = field.text('Name of the plugin, which is that of its folder.');
const operation = field.object(
  {
    method: field.text('HTTP method of the operation.'),
    address: field.text('Address with `/api` and parameters in braces.'),
    file: field.text('File of the operation, below the root of the installation.'),
    overrides: field.list(field.text('A file.'), 'Files of the operations that it overrides, the nearest first.'),
  },
  'An operation.',
);
const usage = field.object(
  {
    figure: field.text('Name of a figure, as in a budget.'),
    total: figure('Sum since the start of this process.'),
    used: field.nullable(figure('Sum in the running minute; null without a budget.')),
    limit: field.nullable(figure('Limit of the budget for one minute; null without one.')),
  },
  'A figure.',
);
const table = field.object(
  {
    name: field.text('Name of a table that the plugin owns.'),
    rows: field.int('Number of its rows, at most 100,000.'),
    more: field.bool('Whether the table has more rows.'),
  },
  'A table.',
);
const migration = field.object(
  {
    name: field.text('Name of the file of the migration, without its ending.'),
    applied: field.bool('Whether it has been applied to the database.'),
  },
  'A migration.',
);
const setting = field.object(
  {
    key: field.text('Path of the setting in the configuration.'),
    value: field.text('Value in force; secrets are hidden.'),
    origin: field.oneOf(
      ['default', 'file', 'environment', 'not set'],
      'Source of the value: the default, a configuration file, or an environment variable; `not set` without a value.',
    ),
    from: field.nullable(field.text('Name of the file or of the variable; null for a default, or without a value.')),
    description: field.text('Effect of the setting, as the manifest describes it; empty for none.'),
  },
  'A setting.',
);

/** A plugin, or an optional module of core. */
export const consolePlugin = shape('ConsolePlugin')
  .mode('simple', {
    name,
    version: field.text('Version; empty if its manifest cannot be read.'),
    state: field.oneOf(
      ['active', 'out of service', 'disabled', 'set aside', 'gone'],
      'State in the running process: out of service while its circuit breaker is open; of a plugin that is `gone`, only ' +
        'tables are left.',
    ),
    reason: field.nullable(
      field.text('Why it was set aside, with file and fix, or is out of service; null if neither.'),
    ),
    enabledAtNextStart: field.bool('Whether the configuration enables it for the next start.'),
    routes: field.int('Number of its operations; 0 while it does not run.'),
    requires: field.list(field.text('Name of a module.'), 'Modules without which it cannot start.'),
  })
  .mode('public', {
    description: field.text('Description in its manifest; empty for none.'),
    addedFrom: field.nullable(
      field.oneOf(['registry', 'archive', 'folder'], 'Where it was added from; null for one that was not added.'),
    ),
    usage: field.list(usage, 'What it has used in the process that answers.'),
    operations: field.list(operation, 'Operations that it serves; an empty list while it does not run.'),
    tables: field.list(table, 'Tables that it owns, with their numbers of rows.'),
    migrations: field.list(migration, 'Its migrations, in their order.'),
    hooks: field.list(field.text('Method and address.'), 'Operations that its hooks check or change.'),
    subscribers: field.list(field.text('Name of a subscriber.'), 'Its subscribers of events.'),
    jobs: field.list(field.text('Name of a job.'), 'Its background jobs.'),
    sections: field.list(field.text('Name of a section.'), 'Its sections of the settings.'),
    pages: field.list(field.text('Name of a page.'), 'Its pages in the console.'),
    affected: field.list(
      field.text('A module, or an override.'),
      'What the next start without it means for other modules; empty if it is disabled already.',
    ),
    settings: field.list(setting, 'Its section of the configuration.'),
  });

const exported = field.object(
  { name: field.text('Name of the removed table.'), rows: field.int('Number of rows in the export.') },
  'A table.',
);

/** Result of removing the data of a plugin. */
export const pluginPurged = shape('PluginPurged').mode('public', {
  plugin: name,
  folder: field.text('Folder of the export, below the root of the installation.'),
  tables: field.list(exported, 'Tables that were exported and removed.'),
});

/** Result of enabling or disabling a plugin. */
export const pluginSwitched = shape('PluginSwitched').mode('public', {
  plugin: name,
  state: field.oneOf(['enabled', 'disabled'], 'State from the next start on.'),
  changed: field.bool('Whether the configuration was changed.'),
  needsRestart: field.bool('Whether the running process differs, so that a restart is needed.'),
  warnings: field.list(field.text('A warning.'), 'What the change means for other modules.'),
});
