import { failsToStart, failsWhileRunning, filesOf } from '../../core/kernel/container/broken_contributions.ts';
import type { PluginFault } from './fault.ts';

/** Contributions that keep a plugin from starting, by the name of their fixture. */
const unusable: Readonly<Record<string, string>> = {
  authenticator_null: 'An authenticator that is `null`',
  authenticator_half: 'An authenticator without `identify`',
  authenticator_rank: 'An authenticator whose rank is `NaN`',
  change_listener: 'A change listener that is a text',
  job_null: 'A job that is `null`',
  job_period: 'A job every 0 seconds',
  job_promise: 'A job that is a promise',
  job_getter: 'A job whose name throws',
  mount: 'Middleware whose address is a number',
  safety_rule: 'Safety rules that are no list',
  section: 'A settings section that is `null`',
  section_shape: 'A settings section without a shape',
  subscriber: 'A subscriber that is a number',
  service_getter: 'A getter of a service that throws',
  registration_getter: 'A registration that throws',
  point_twice: 'An extension point that another module opens',
};

/** Contributions that fail when they are called, by the name of their fixture. */
const failing: Readonly<Record<string, string>> = {
  check_hangs: '`check()` that never ends',
  check_throws: '`check()` that throws',
  remarks_throw: '`operatorRemarks()` that throws',
  remarks_rubbish: '`operatorRemarks()` without text',
  ready_rejects: '`ready()` that rejects',
};

/** Authenticators of the plugin `keys`, each asked by a request with its credential. */
const ofKeys: Readonly<Record<string, string>> = {
  find: 'An authenticator whose `find` throws',
  async: 'An authenticator whose `find` is asynchronous',
  identify: 'An authenticator whose `identify` throws',
  nobody: 'An authenticator that identifies nobody',
  hanging: 'An authenticator that never answers',
};

const fixtures = { ...failsToStart, ...failsWhileRunning };

const contribution = (plugin: string, mistake: string): PluginFault => {
  const fixture = fixtures[plugin];
  if (!fixture) throw new Error(`There is no fixture of the plugin ${plugin}.`);
  return { mistake, plugin, files: filesOf({ [plugin]: fixture }) };
};

const authenticator = (name: string, mistake: string): PluginFault => ({
  ...contribution('keys', mistake),
  request: { path: '/api/settings/site', headers: { [`X-Key-${name}`]: 'secret' } },
});

/** Mistakes of services and contributions. */
export const faultsOfContributions: readonly PluginFault[] = [
  ...Object.entries(unusable).map(([plugin, mistake]) => contribution(plugin, mistake)),
  ...Object.entries(failing).map(([plugin, mistake]) => contribution(plugin, mistake)),
  ...Object.entries(ofKeys).map(([name, mistake]) => authenticator(name, mistake)),
];
