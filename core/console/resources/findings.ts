import { listOf, requires, resource, returns, summary, use } from 'lectern';
import type { Services } from 'lectern';
import { examineRunning } from '../../operations/index.ts';
import type { RecentErrors } from '../services/recent_errors.ts';
import { consoleFinding } from '../shapes/state.ts';

/** Findings of the doctor about the running installation, and the last errors of its operations. */
@resource('/console/findings')
export default class Findings {
  constructor(
    @use('installation') protected readonly installation: Services['installation'],
    @use('recentErrors') protected readonly errors: RecentErrors,
  ) {}

  @summary('List the last errors of operations by module, and findings of `lectern doctor`, each with its fix')
  @requires('console_findings')
  @returns(listOf(consoleFinding), 'public')
  async search() {
    const findings = await examineRunning(this.installation.kernel);
    return [...this.errors.findings(), ...findings].map(({ details = [], fix = null, ...finding }) => ({
      ...finding,
      details,
      fix,
    }));
  }
}
