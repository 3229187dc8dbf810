import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { greeter } from './core/kernel/boot/support.ts';
import { BuiltServer } from './support/built_server.ts';
import { Installation } from './support/installation.ts';
import { projectRoot } from './support/platform.ts';
import { faultsAtRunTime } from './docs/plugin_faults/at_run_time.ts';
import { faultsAtStart } from './docs/plugin_faults/at_start.ts';
import { faultsOfContributions } from './docs/plugin_faults/contributions.ts';
import type { PluginFault } from './docs/plugin_faults/fault.ts';
import { FaultObserver } from './docs/plugin_faults/observer.ts';

const faults = [...faultsAtStart, ...faultsOfContributions, ...faultsAtRunTime];
/** Addresses of the server, of another plugin and of a core module. */
const others = ['/healthz', '/api/plugins/zebra/greetings', '/api/settings/site'];
const config = {
  demo: true,
  importTimeout: 1000,
  startTimeout: 500,
  migrationTimeout: 500,
  guard: { deadlineMs: 1500, breaker: { failures: 0 } },
};

describe('The mistakes of plugins in docs/faults.md', () => {
  const installation = new Installation();
  let server: BuiltServer;
  let observer: FaultObserver;

  before(async function () {
    // The start is repeated without each failed plugin.
    this.timeout(180_000);
    write(installation, faults);
    const env = { NODE_ENV: 'test', LOG_LEVEL: 'info', DATA_DIR: 'memory' };
    server = new BuiltServer({ root: installation.root, env });
    observer = await FaultObserver.of(server);
  });
  after(async () => {
    await server.kill();
    await installation.clear();
  });

  it('are attributed to their plugin and affect no other module', async () => {
    expect(faults.length).to.be.at.least(60);
    for (const fault of faults) {
      await observer.observe(fault).catch((error: unknown) => {
        throw new Error(`"${fault.mistake}" of the plugin ${fault.plugin} is not survived, or not named.`, {
          cause: error,
        });
      });
      expect(await observer.statuses(others), fault.mistake).to.deep.equal([200, 200, 200]);
    }
  });
});

/** Writes plugins with all mistakes, and links the core modules that they need. */
function write(installation: Installation, all: readonly PluginFault[]): void {
  installation.write({ ...greeter('plugins/zebra'), 'core/.keep': '' });
  for (const name of ['database', 'jobs', 'events', 'settings'])
    installation.link(join(projectRoot, 'core', name), `core/${name}`);
  for (const { plugin, files = {}, links = {}, pipes = [] } of all) {
    installation.write(files);
    for (const [path, target] of Object.entries(links))
      if (!existsSync(join(installation.root, path))) installation.link(target, path);
    for (const path of pipes) pipe(join(installation.root, 'plugins', plugin, path));
  }
  installation.write({ 'config/test.json': JSON.stringify(config) });
}

function pipe(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  execFileSync('mkfifo', [path]);
}
