import { accepts, fails, input, listOf, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { failures } from '../failures.ts';
import { consolePlugin, pluginSwitched } from '../shapes/plugin.ts';

const change = { enabled: input.bool({ description: 'Whether the next start loads the plugin.' }) };
const name = input.text({ maxLength: 100, description: 'Name of the plugin.' });

/** Plugins, and modules of core that can be disabled. */
@resource('/console/plugins', { item: 'name', parameters: { name } })
export default class Plugins {
  protected readonly plugins = use('pluginView');
  protected readonly switches = use('pluginSwitch');

  @summary('List the plugins and the optional modules of core, with their states')
  @requires('console_plugin')
  @returns(listOf(consolePlugin), 'simple')
  search() {
    return this.plugins.list();
  }

  @summary('Get a plugin with its operations, tables, migrations and settings')
  @requires('console_plugin')
  @fails(failures.pluginNotFound)
  @returns(consolePlugin, 'public')
  get({ params }: Call<{ name: string }>) {
    return this.plugins.get(params.name);
  }

  @summary('Change whether the next start loads a plugin. Its tables and their rows stay.')
  @requires('console_plugin_switch')
  @accepts(change)
  @fails(failures.pluginNotFound, failures.notSwitched)
  @returns(pluginSwitched, 'public')
  update({ params, input: { enabled } }: Call<{ name: string }, InputOf<typeof change>>) {
    return this.switches.switch(params.name, enabled);
  }
}
