import { listOf, requires, resource, returns, summary, use } from 'lectern';
import type { Services } from 'lectern';
import { examineRunning } from '../../operations/index.ts';
import { consoleFinding } from '../shapes/state.ts';

/** Findings of the doctor about the running installation. */
@resource('/console/findings')
export default class Findings {
  constructor(@use('installation') protected readonly installation: Services['installation']) {}

  @summary('List the findings of `lectern doctor` about the running installation, each with its fix')
  @requires('console_findings')
  @returns(listOf(consoleFinding), 'public')
  async search() {
    const findings = await examineRunning(this.installation.kernel);
    return findings.map(({ details = [], fix = null, ...finding }) => ({ ...finding, details, fix }));
  }
}
