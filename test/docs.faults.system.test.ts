import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { greeter } from './core/kernel/boot/support.ts';
import { BuiltServer } from './support/built_server.ts';
import { textOf } from './support/documents.ts';
import { Installation } from './support/installation.ts';
import { projectRoot } from './support/platform.ts';
import { faultsAtRunTime } from './docs/plugin_faults/at_run_time.ts';
import { faultsAtStart } from './docs/plugin_faults/at_start.ts';
import { faultsOfContributions } from './docs/plugin_faults/contributions.ts';
import { documentedFaults } from './docs/plugin_faults/documented.ts';
import { groups, type PluginFault } from './docs/plugin_faults/fault.ts';
import { FaultObserver } from './docs/plugin_faults/observer.ts';

const page = 'docs/faults.md';
const rewrite = 'WRITE_PAGES=1 node test/run.mjs system test/docs.faults';
const faults = groups.flatMap((group) =>
  [...documentedFaults, ...faultsAtStart, ...faultsOfContributions, ...faultsAtRunTime].filter(
    (fault) => fault.group === group,
  ),
);
/** Addresses of the server, of another plugin and of a core module. */
const others = ['/healthz', '/api/plugins/zebra/greetings', '/api/settings/site'];
const config = {
  demo: true,
  importTimeout: 1000,
  startTimeout: 500,
  migrationTimeout: 500,
  guard: { deadlineMs: 1500, breaker: { failures: 0 } },
};

describe('The table of plugin faults in docs/faults.md', () => {
  const installation = new Installation();
  const rows: Row[] = [];
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

  it('has at least sixty mistakes, and five of each group', () => {
    expect(faults.length).to.be.at.least(60);
    for (const group of groups) expect(faults.filter((fault) => fault.group === group).length, group).to.be.at.least(5);
  });

  it('has only mistakes that are attributed to their plugin and affect no other module', async () => {
    for (const fault of faults) {
      const { client, operator } = await observer.observe(fault).catch((error: unknown) => {
        throw new Error(`"${fault.mistake}" of the plugin ${fault.plugin} is not survived, or not named.`, {
          cause: error,
        });
      });
      expect(await observer.statuses(others), fault.mistake).to.deep.equal([200, 200, 200]);
      rows.push({ group: fault.group, mistake: fault.mistake, effect: `${client} | ${operator}` });
    }
  });

  it('names the reasons in the words of docs/plugins/mistakes.md', () => {
    const others = faults.flatMap(({ mistake, plugin, printed }) => {
      if (printed === undefined || pattern(printed).test(withoutHint(observer.reasonOf(plugin)))) return [];
      return `${mistake}: "${observer.reasonOf(plugin)}" instead of "${printed}"`;
    });
    expect(others).to.deep.equal([]);
  });

  it('matches the observed answers and log lines', () => {
    expect(rows.length, 'observed').to.equal(faults.length);
    const observed = ['| group | mistakes | clients get | operators see |', '|---|---|---|---|', ...joined(rows)].join(
      '\n',
    );
    const [before = '', section = ''] = textOf(page).split(/(?<=\n## Mistakes of plugins\n)/);
    const [table = ''] = /^\|.*\|$(?:\n\|.*\|$)*/m.exec(section) ?? [];
    if (process.env['WRITE_PAGES'])
      writeFileSync(join(projectRoot, page), before + section.replace(table, () => observed));
    else expect(table, `The table differs from what was observed; write it anew: ${rewrite}`).to.equal(observed);
  });
});

interface Row {
  readonly group: string;
  readonly mistake: string;
  readonly effect: string;
}

/** One line for all mistakes of a group with the same effect. */
function joined(rows: readonly Row[]): string[] {
  const lines = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.group} ${row.effect}`;
    lines.set(key, [...(lines.get(key) ?? []), row]);
  }
  return [...lines.values()].map((same) => {
    const [{ group, effect }] = same as [Row, ...Row[]];
    return `| ${group} | ${same.map(({ mistake }) => mistake).join('; ')} | ${effect} |`;
  });
}

/** Removes a suggested name, which depends on the other installed plugins. */
function withoutHint(reason: string): string {
  return reason.replace(/ \(is "[^"]+" meant\?\)/, '');
}

/** Returns the pattern of a reason in the page, where `...` is an omitted part and limits may differ. */
function pattern(printed: string): RegExp {
  const parts = printed.split(/(\.\.\.|\b\d+ ms)/).map((part) => {
    if (part === '...') return '[^]*';
    return part.endsWith(' ms') ? '\\d+ ms' : part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}

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
