import { listOf, requires, resource, returns, summary, use } from 'lectern';
import { examineRunning } from '../../../operations/index.ts';
import { consoleFinding } from '../shapes/state.ts';

/** Findings about the running installation, problems first: those of the doctor, last errors, pending plugin changes. */
@resource('/console/findings')
export default class Findings {
  protected readonly installation = use('installation');
  protected readonly errors = use('recentErrors');
  protected readonly plugins = use('pluginView');

  @summary('List findings of `lectern doctor`, the last errors of operations, and pending changes of plugins')
  @requires('console_findings')
  @returns(listOf(consoleFinding), 'public')
  async search() {
    const examined = await examineRunning(this.installation.kernel);
    return [...this.errors.findings(), ...this.plugins.pending(), ...examined]
      .map((finding) => ({ details: [], fix: null, request: null, ...finding }))
      .sort((a, b) => Number(b.level === 'problem') - Number(a.level === 'problem'));
  }
}
