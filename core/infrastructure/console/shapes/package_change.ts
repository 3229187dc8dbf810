import { field, shape } from 'lectern';

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
