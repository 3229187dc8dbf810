import { requires, resource, returns, summary, use } from 'lectern';
import type { Services } from 'lectern';
import { kernelVersion } from 'lectern/host';
import { redact } from '../../events/index.ts';
import { consoleReadiness } from '../shapes/state.ts';

const MAX_WAITING = 20;
const OFTEN_FAILED = 'its operations kept failing; the last error is: ';

/** Whether the process can serve, and why not. */
@resource('/console/readiness')
export default class Readiness {
  constructor(@use('installation') protected readonly installation: Services['installation']) {}

  @summary('Get whether the process can serve, with the state of each plugin as `/readyz`, and requests that wait')
  @requires('console_state')
  @returns(consoleReadiness, 'public')
  async search() {
    const { plugins, ...readiness } = await this.installation.readiness();
    const states = plugins.map(({ reason = null, lastError, ...plugin }) => {
      return { ...plugin, reason: lastError === undefined ? reason : `${OFTEN_FAILED}${redact(lastError)}` };
    });
    const waiting = this.installation.deadlines.waiting().slice(0, MAX_WAITING);
    const requests = waiting.map((request) => ({ ...request, route: `/api${request.route}` }));
    return { ...readiness, version: kernelVersion, plugins: states, waiting: requests };
  }
}
