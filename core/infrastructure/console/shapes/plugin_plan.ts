import { field, shape } from 'lectern';

const plugin = field.text('Name of the plugin.');

/** A plugin that can be added. */
export const incomingPlugin = shape('IncomingPlugin').mode('public', {
  plugin,
  version: field.text('Its version; empty without a readable manifest.'),
  installed: field.nullable(field.text('Version of the installed plugin of this name; null without one.')),
});

/** Effects of adding a plugin. */
export const pluginPlan = shape('PluginPlan').mode('public', {
  plugin,
  state: field.oneOf(['planning', 'ready', 'failed'], 'Whether the effects are known.'),
  breaks: field.bool('Whether the addition breaks something.'),
  text: field.text('Effects as `lectern plan` prints them, or why they are unknown.'),
});

/** A change of a plugin from a package. */
export const packageChange = shape('PackageChange').mode('public', {
  id: field.text('Id of the change.'),
  plugin: field.text('Name of the plugin; empty until it is known.'),
  state: field.oneOf(
    ['planning', 'ready', 'working', 'done', 'unchanged', 'failed'],
    'Whether the effects are known and wait for a confirmation (`ready`), or how the change has ended.',
  ),
  breaks: field.bool('Whether the change breaks something.'),
  text: field.text('Effects as the command prints them, or why the change has failed; then nothing is changed.'),
});

export const pluginAdded = shape('PluginAdded').mode('public', {
  plugin,
  replaced: field.nullable(field.text('Version of the replaced plugin; null without one.')),
  needsRestart: field.bool('Whether a restart is needed to load it.'),
});
