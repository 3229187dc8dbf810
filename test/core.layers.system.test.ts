import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../', import.meta.url));

/** One offence a rule: the file that commits it, what it writes, and what has to be there for it to be resolved. */
const offences: Record<string, { file: string; imports: string; target?: string }> = {
  'kernel-knows-no-resource': {
    file: 'core/kernel/a.ts',
    imports: '../users/services/users.ts',
    target: 'core/users/services/users.ts',
  },
  'kernel-knows-no-hosting': {
    file: 'core/kernel/http/a.ts',
    imports: '../../hosting/isolation/guard.ts',
    target: 'core/hosting/isolation/guard.ts',
  },
  'kernel-declare-looks-down': {
    file: 'core/kernel/declare/b.ts',
    imports: '../auth/c.ts',
    target: 'core/kernel/auth/c.ts',
  },
  'kernel-auth-looks-down': {
    file: 'core/kernel/auth/b.ts',
    imports: '../modules/c.ts',
    target: 'core/kernel/modules/c.ts',
  },
  'kernel-modules-looks-down': {
    file: 'core/kernel/modules/b.ts',
    imports: '../container/c.ts',
    target: 'core/kernel/container/c.ts',
  },
  'kernel-container-looks-down': {
    file: 'core/kernel/container/b.ts',
    imports: '../routes/c.ts',
    target: 'core/kernel/routes/c.ts',
  },
  'kernel-routes-looks-down': {
    file: 'core/kernel/routes/b.ts',
    imports: '../http/c.ts',
    target: 'core/kernel/http/c.ts',
  },
  'kernel-http-looks-down': {
    file: 'core/kernel/http/b.ts',
    imports: '../boot/c.ts',
    target: 'core/kernel/boot/c.ts',
  },
  'kernel-boot-looks-down': { file: 'core/kernel/boot/b.ts', imports: '../index.ts', target: 'core/kernel/index.ts' },
  'hosting-files-looks-down': {
    file: 'core/hosting/files/b.ts',
    imports: '../config/c.ts',
    target: 'core/hosting/config/c.ts',
  },
  'hosting-config-looks-down': {
    file: 'core/hosting/config/b.ts',
    imports: '../cluster/c.ts',
    target: 'core/hosting/cluster/c.ts',
  },
  'hosting-cluster-looks-down': {
    file: 'core/hosting/cluster/b.ts',
    imports: '../telemetry/c.ts',
    target: 'core/hosting/telemetry/c.ts',
  },
  'hosting-telemetry-looks-down': {
    file: 'core/hosting/telemetry/b.ts',
    imports: '../isolation/c.ts',
    target: 'core/hosting/isolation/c.ts',
  },
  'hosting-isolation-looks-down': {
    file: 'core/hosting/isolation/b.ts',
    imports: '../loader/c.ts',
    target: 'core/hosting/loader/c.ts',
  },
  'hosting-loader-looks-down': {
    file: 'core/hosting/loader/b.ts',
    imports: '../added_fields/c.ts',
    target: 'core/hosting/added_fields/c.ts',
  },
  'hosting-added_fields-looks-down': {
    file: 'core/hosting/added_fields/b.ts',
    imports: '../api/c.ts',
    target: 'core/hosting/api/c.ts',
  },
  'hosting-api-looks-down': {
    file: 'core/hosting/api/b.ts',
    imports: '../reload/c.ts',
    target: 'core/hosting/reload/c.ts',
  },
  'hosting-reload-looks-down': {
    file: 'core/hosting/reload/b.ts',
    imports: '../inspect/c.ts',
    target: 'core/hosting/inspect/c.ts',
  },
  'hosting-inspect-looks-down': {
    file: 'core/hosting/inspect/b.ts',
    imports: '../server/c.ts',
    target: 'core/hosting/server/c.ts',
  },
  'hosting-server-looks-down': { file: 'core/hosting/server/b.ts', imports: '../d.ts', target: 'core/hosting/d.ts' },
  'one-door': { file: 'core/users/b.ts', imports: '../kernel/declare/call.ts', target: 'core/kernel/declare/call.ts' },
  'core-knows-no-plugin': {
    file: 'core/users/c.ts',
    imports: '../../plugins/vip/failures.ts',
    target: 'plugins/vip/failures.ts',
  },
  'core-modules-are-strangers': {
    file: 'core/users/d.ts',
    imports: '../orders/failures.ts',
    target: 'core/orders/failures.ts',
  },
  'cli-knows-no-module': { file: 'core/cli/s.ts', imports: '../orders/index.ts', target: 'core/orders/index.ts' },
  'devtools-stand-apart': {
    file: 'core/orders/q.ts',
    imports: '../devtools/index.ts',
    target: 'core/devtools/index.ts',
  },
  'operations-stand-apart': {
    file: 'core/devtools/r.ts',
    imports: '../operations/index.ts',
    target: 'core/operations/index.ts',
  },
  'core-door-shows-the-offer': {
    file: 'core/index.ts',
    imports: './orders/resources/orders.ts',
    target: 'core/orders/resources/orders.ts',
  },
  'plugins-reach-core-through-its-doors': {
    file: 'plugins/vip/e.ts',
    imports: '../../core/orders/failures.ts',
    target: 'core/orders/failures.ts',
  },
  'host-is-for-embedding': { file: 'plugins/vip/h.ts', imports: 'lectern/host' },
  'plugins-are-strangers': {
    file: 'plugins/hello/f.ts',
    imports: '../vip/failures.ts',
    target: 'plugins/vip/failures.ts',
  },
  'custom-imports-what-it-extends': {
    file: 'custom/g.ts',
    imports: '../core/orders/services/orders.ts',
    target: 'core/orders/services/orders.ts',
  },
  'http-stays-outside': { file: 'plugins/vip/services/h.ts', imports: 'express' },
  'sql-stays-below': { file: 'plugins/vip/resources/i.ts', imports: 'knex' },
  'resources-are-thin': {
    file: 'plugins/vip/resources/j.ts',
    imports: './levels.ts',
    target: 'plugins/vip/resources/levels.ts',
  },
  'custom-resources-are-thin': {
    file: 'custom/resources/k.ts',
    imports: './levels.ts',
    target: 'custom/resources/levels.ts',
  },
  'no-circles': { file: 'core/settings/l.ts', imports: './l.ts' },
  'kit-is-for-tests': { file: 'core/settings/p.ts', imports: 'lectern/testing' },
  'no-dev-dependencies': { file: 'core/settings/m.ts', imports: 'chai' },
  'no-undeclared-package': { file: 'core/settings/n.ts', imports: 'tarn' },
  'no-dead-import': { file: 'core/settings/o.ts', imports: './gone.ts' },
};

/** What must stay allowed, or the rules would only be strict. */
const allowed: Record<string, string> = {
  'core/kernel/http/app.ts': 'express',
  'core/users/resources/users.ts': 'lectern',
  'core/devtools/commands/new.ts': '../../cli/index.ts',
  'core/orders/commands/close.ts': '../../cli/index.ts',
  'plugins/vip/commands/vip_member.ts': 'lectern/core',
  'plugins/vip/services/levels.ts': 'knex',
  'plugins/vip/services/members.ts': 'lectern/core',
  'core/testing/packages.ts': 'chai',
  'custom/test/courses.test.ts': 'lectern/testing',
  'custom/resources/vip_levels.ts': '../../plugins/vip/resources/levels.ts',
};

interface Report {
  modules: { source: string }[];
  summary: { violations: { from: string; rule: { name: string } }[] };
}

function cruise(folder: string): Report {
  const layers = ['core', 'plugins', 'custom'].filter((layer) => existsSync(join(folder, layer)));
  const depcruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [depcruise, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...layers];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as Report;
}

const violations = (report: Report) => report.summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`);

describe('Layer rules', () => {
  it('are obeyed by the whole tree', () => {
    const report = cruise(root);
    expect(report.modules, 'nothing was read').to.not.be.empty;
    expect(violations(report)).to.deep.equal([]);
  });

  for (const state of ['before the first build', 'with a dist folder']) {
    it(`are noticed and allow the rest ${state}`, () => {
      const folder = offendingTree(state === 'with a dist folder');
      const found = violations(cruise(folder));
      rmSync(folder, { recursive: true });
      const unnoticed = Object.entries(offences).filter(([rule, { file }]) => !found.includes(`${file}: ${rule}`));
      expect(unnoticed.map(([rule, { file }]) => `${file}: ${rule}`)).to.deep.equal([]);
      expect(found.filter((one) => Object.keys(allowed).some((file) => one.includes(file)))).to.deep.equal([]);
    });
  }

  it('have an offence each in this test', async () => {
    const { default: config } = (await import(pathToFileURL(join(root, '.dependency-cruiser.cjs')).href)) as {
      default: { forbidden: { name: string }[] };
    };
    expect(config.forbidden.map(({ name }) => name)).to.have.members(Object.keys(offences));
  });
});

function offendingTree(hasDist: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-layers-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs']) {
    cpSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const { target } of Object.values(offences)) if (target) write(target, 'export {};\n');
  for (const { file, imports } of Object.values(offences)) write(file, `import '${imports}';\n`);
  write('core/cli/index.ts', 'export {};\n');
  for (const [file, imports] of Object.entries(allowed)) write(file, `import '${imports}';\n`);
  if (hasDist)
    for (const door of ['core/kernel/index.js', 'core/hosting/index.js', 'core/index.js', 'core/testing/index.js'])
      write(`dist/${door}`, 'export {};\n');
  return folder;
}
