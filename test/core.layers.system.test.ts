import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../', import.meta.url));

interface Offence {
  readonly file: string;
  readonly imports: string;
  readonly target?: string;
}

/** For each folder, a file that imports from the next one; in the last folder, a file beside the folders. */
function lookingDown(area: string, folders: readonly string[], beside: string): Record<string, Offence> {
  const offences = folders.map((folder, index) => {
    const next = folders[index + 1];
    const target = next === undefined ? `${beside}.ts` : `${next}/c.ts`;
    const file = `core/${area}/${folder}/b.ts`;
    return [
      `${area}-${folder}-looks-down`,
      { file, imports: `../${target}`, target: `core/${area}/${target}` },
    ] as const;
  });
  return Object.fromEntries(offences);
}

/** One offence for each rule: the importing file, its import, and the imported file, which has to exist. */
const offences: Record<string, Offence> = {
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
  ...lookingDown('kernel', ['declare', 'auth', 'modules', 'container', 'routes', 'http', 'boot'], 'index'),
  ...lookingDown(
    'hosting',
    'files config cluster telemetry isolation loader added_fields api inspect server'.split(' '),
    'd',
  ),
  ...lookingDown(
    'database',
    (
      'protocol connections embedded preload replicas transactions ' +
      'cache lists rows schema migrate portability backup commands'
    ).split(' '),
    'services',
  ),
  'database-transactions-looks-down': {
    file: 'core/database/transactions/b.ts',
    imports: '../database.ts',
    target: 'core/database/database.ts',
  },
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
  'apps-run-in-browsers': {
    file: 'core/console/app/s.ts',
    imports: '../config.ts',
    target: 'core/console/config.ts',
  },
  'apps-are-bundled': { file: 'core/console/t.ts', imports: './app/u.ts', target: 'core/console/app/u.ts' },
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
  'internals-are-for-core': {
    file: 'plugins/vip/r.ts',
    imports: '../../core/hosting/internals.ts',
    target: 'core/hosting/internals.ts',
  },
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

/** Imports that the rules allow, by file. */
const allowed: Record<string, string> = {
  'core/kernel/http/app.ts': 'express',
  'core/users/resources/users.ts': 'lectern',
  'core/jobs/services/timing.ts': '../../hosting/internals.ts',
  'core/database/lists/pages.ts': '../database.ts',
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

// `npm run check:layers` applies them to the whole tree.
describe('Layer rules', () => {
  for (const state of ['before the first build', 'with a dist folder']) {
    it(`report each offence, and allow other imports, ${state}`, () => {
      const folder = offendingTree(state === 'with a dist folder');
      const found = violations(cruise(folder));
      rmSync(folder, { recursive: true });
      const unnoticed = Object.entries(offences).filter(([rule, { file }]) => !found.includes(`${file}: ${rule}`));
      expect(unnoticed.map(([rule, { file }]) => `${file}: ${rule}`)).to.deep.equal([]);
      expect(found.filter((one) => Object.keys(allowed).some((file) => one.includes(file)))).to.deep.equal([]);
    });
  }

  it('have one offence each in this test', async () => {
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
