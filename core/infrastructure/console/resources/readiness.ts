import { requires, resource, returns, summary, use } from 'lectern';
import { kernelVersion } from '../../../hosting/internals.ts';
import { reasonOfBreaker } from '../services/plugin_view.ts';
import { consoleReadiness } from '../shapes/state.ts';

const MAX_WAITING = 20;

@resource('/console/readiness')
export default class Readiness {
  protected readonly installation = use('installation');

  @summary('Get whether the process can serve, with plugins as `/readyz` and waiting requests')
  @requires('console_state')
  @returns(consoleReadiness, 'public')
  async search() {
    const { plugins, ...readiness } = await this.installation.readiness();
    const states = plugins.map(({ reason = null, lastError, ...plugin }) => {
      return { ...plugin, reason: lastError === undefined ? reason : reasonOfBreaker(lastError) };
    });
    const waiting = this.installation.deadlines.waiting().slice(0, MAX_WAITING);
    const requests = waiting.map((request) => ({ ...request, route: `/api${request.route}` }));
    return { ...readiness, version: kernelVersion, plugins: states, waiting: requests };
  }
}
