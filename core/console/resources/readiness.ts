import { requires, resource, returns, summary, use } from 'lectern';
import type { Services } from 'lectern';
import { kernelVersion } from 'lectern/host';
import { consoleReadiness } from '../shapes/state.ts';

/** Whether the process can serve, and why not. */
@resource('/console/readiness')
export default class Readiness {
  constructor(@use('installation') protected readonly installation: Services['installation']) {}

  @summary('Get whether the process can serve, with the state of each plugin, as `/readyz`')
  @requires('console_state')
  @returns(consoleReadiness, 'public')
  async search() {
    const { plugins, ...readiness } = await this.installation.readiness();
    const states = plugins.map(({ reason = null, ...plugin }) => ({ ...plugin, reason }));
    return { ...readiness, version: kernelVersion, plugins: states };
  }
}
