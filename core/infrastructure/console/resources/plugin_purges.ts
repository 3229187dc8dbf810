import { accepts, fails, input, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { recordsItself } from '../../audit/index.ts';
import { failures } from '../failures.ts';
import { pluginPurged } from '../shapes/plugin.ts';

const body = { plugin: input.text({ maxLength: 100, description: 'Name of a plugin that is disabled or gone.' }) };

@resource('/console/plugin_purges')
export default class PluginPurges {
  protected readonly plugins = use('pluginPurge');
  protected readonly audit = use('auditTrail');

  @summary('Remove the data of a plugin that does not run. Its tables are exported to a folder of the server first.')
  @requires('console_plugin_purge')
  @accepts(body)
  @fails(failures.notPurged)
  @returns(pluginPurged, 'public')
  // The purge has a transaction of its own, without a time limit.
  @recordsItself
  async add({ request, input: { plugin } }: Call<object, InputOf<typeof body>>) {
    const purged = await this.plugins.purge(plugin);
    await this.audit.complete(request, purged);
    return purged;
  }
}
