import { accepts, fails, input, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { failures } from '../failures.ts';
import { pluginAdded } from '../shapes/plugin_plan.ts';

const body = {
  plugin: input.text({ maxLength: 100, description: 'Name of a folder in `incoming/`.' }),
  replaces: input.bool({ default: false, description: 'Whether an installed plugin of this name may be replaced.' }),
};

@resource('/console/plugin_additions')
export default class PluginAdditions {
  protected readonly plugins = use('pluginAdding');

  @summary(
    'Add a planned plugin from the folder `incoming/`, or replace an installed one. The next start loads it. The ' +
      'replaced plugin is moved to `incoming/`, from which it can be put back.',
  )
  @requires('console_plugin_add')
  @accepts(body)
  @fails(failures.notIncoming, failures.notAdded)
  @returns(pluginAdded, 'public')
  add({ input: { plugin, replaces } }: Call<object, InputOf<typeof body>>) {
    return this.plugins.add(plugin, replaces);
  }
}
