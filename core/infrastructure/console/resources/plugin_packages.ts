import { accepts, creates, fails, input, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { failures } from '../failures.ts';
import { packageChange } from '../shapes/package_change.ts';

const wanted = {
  action: input.oneOf(['add', 'update', 'remove'], { description: 'Change of the installation.' }),
  name: input.text({
    minLength: 0,
    maxLength: 300,
    default: '',
    description: 'Name of the package to add, with a version or without; else name of the plugin.',
  }),
  archive: input.optional(
    input.file({
      types: ['application/gzip'],
      maxBytes: 20_000_000,
      description: 'Archive of `npm pack` to add, in place of a name.',
    }),
  ),
};
const confirmed = {
  force: input.bool({ default: false, description: 'Whether to go on although the change breaks something.' }),
};
const change = input.text({ maxLength: 100, description: 'Id of the change.' });

/** Changes of plugins from packages, as `lectern plugin add`, `update` and `remove` make them. */
@resource('/console/plugin_packages', { item: 'change', parameters: { change } })
export default class PluginPackages {
  protected readonly packages = use('pluginPackages');

  @summary('Get a change of a package: what it changes for clients, tables and rights, or how it has ended')
  @requires('console_plugin_package')
  @fails(failures.noPackageChange)
  @returns(packageChange, 'public')
  get({ params }: Call<{ change: string }>) {
    return this.packages.get(params.change);
  }

  @summary(
    'Start to add, update or remove a plugin. Its package is fetched and tried in another process; nothing is changed ' +
      'until the change is confirmed. The configuration `modules.console.packages` allows it.',
  )
  @requires('console_plugin_package')
  @creates
  @accepts(wanted)
  @fails(failures.noPackages, failures.notChanged)
  @returns(packageChange, 'public')
  add({ input: given }: Call<object, InputOf<typeof wanted>>) {
    return this.packages.begin(given);
  }

  @summary('Confirm a planned change, which is then made. A failure restores the former state. A restart applies it.')
  @requires('console_plugin_package')
  @accepts(confirmed)
  @fails(failures.noPackages, failures.noPackageChange, failures.notChanged)
  @returns(packageChange, 'public')
  update({ params, input: { force } }: Call<{ change: string }, InputOf<typeof confirmed>>) {
    return this.packages.confirm(params.change, force);
  }
}
