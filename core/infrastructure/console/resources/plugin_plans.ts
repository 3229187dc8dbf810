import { accepts, creates, fails, input, listOf, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { failures } from '../failures.ts';
import { incomingPlugin, pluginPlan } from '../shapes/plugin_plan.ts';

const plugin = input.text({ maxLength: 100, description: 'Name of a folder in `incoming/`.' });

@resource('/console/plugin_plans', { item: 'plugin', parameters: { plugin } })
export default class PluginPlans {
  protected readonly plugins = use('pluginAdding');

  @summary('List the plugins in the folder `incoming/`, which can be added or replace installed ones')
  @requires('console_plugin_add')
  @returns(listOf(incomingPlugin), 'public')
  search() {
    return this.plugins.list();
  }

  @summary('Get the plan of an addition: what changes for clients, tables and rights, and what breaks')
  @requires('console_plugin_add')
  @fails(failures.notIncoming)
  @returns(pluginPlan, 'public')
  get({ params }: Call<{ plugin: string }>) {
    return this.plugins.plan(params.plugin);
  }

  @summary('Start to plan the addition of a plugin. The plan starts its code in another process, on empty tables.')
  @requires('console_plugin_add')
  @creates
  @accepts({ plugin })
  @fails(failures.notIncoming)
  @returns(pluginPlan, 'public')
  async add({ input: given }: Call<object, InputOf<{ plugin: typeof plugin }>>) {
    return { ...(await this.plugins.begin(given.plugin)), id: given.plugin };
  }
}
