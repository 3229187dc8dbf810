import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../', import.meta.url));

type Offence = readonly [file: string, imports: string];

/** For each folder, a file that imports from the next one; in the last folder, a file beside the folders. */
function lookingDown(area: string, folders: readonly string[], beside: string): Record<string, Offence> {
  const offences = folders.map((folder, index) => {
    const next = folders[index + 1];
    const imports = next === undefined ? `../${beside}.ts` : `../${next}/c.ts`;
    return [`${area.split('/').pop()}-${folder}-looks-down`, [`core/${area}/${folder}/b.ts`, imports]] as const;
  });
  return Object.fromEntries(offences);
}

/** One offence for each rule: the importing file, and its import. */
const offences: Record<string, Offence> = {
  'kernel-knows-no-resource': ['core/kernel/a.ts', '../platform/users/services/users.ts'],
  'kernel-knows-no-hosting': ['core/kernel/http/a.ts', '../../hosting/isolation/guard.ts'],
  ...lookingDown(
    'kernel',
    'base declare compile auth modules container routes http extensions boot'.split(' '),
    'index',
  ),
  ...lookingDown(
    'hosting',
    'files config cluster telemetry isolation loader api openapi inspect server'.split(' '),
    'd',
  ),
  ...lookingDown(
    'infrastructure/database',
    (
      'protocol connections embedded preload replicas transactions ' + 'cache lists rows schema migrate backup commands'
    ).split(' '),
    'services',
  ),
  'database-transactions-looks-down': ['core/infrastructure/database/transactions/b.ts', '../database.ts'],
  'one-door': ['core/platform/users/b.ts', '../../kernel/declare/call.ts'],
  'core-knows-no-plugin': ['core/platform/users/c.ts', '../../../plugins/vip/failures.ts'],
  'core-modules-are-strangers': ['core/platform/users/d.ts', '../orders/failures.ts'],
  'infrastructure-knows-no-platform': ['core/infrastructure/console/f.ts', '../../platform/orders/index.ts'],
  'cli-knows-no-module': ['core/cli/s.ts', '../platform/orders/index.ts'],
  'devtools-stand-apart': ['core/platform/orders/q.ts', '../../devtools/index.ts'],
  'operations-stand-apart': ['core/devtools/r.ts', '../operations/index.ts'],
  'apps-run-in-browsers': ['core/infrastructure/console/app/s.ts', '../config.ts'],
  'apps-are-bundled': ['core/infrastructure/console/t.ts', './app/u.ts'],
  'core-door-shows-the-offer': ['core/index.ts', './platform/orders/resources/orders.ts'],
  'plugins-reach-core-through-its-doors': ['plugins/vip/e.ts', '../../core/platform/orders/failures.ts'],
  'host-is-for-embedding': ['plugins/vip/h.ts', 'lectern/host'],
  'internals-are-for-core': ['plugins/vip/r.ts', '../../core/hosting/internals.ts'],
  'plugins-are-strangers': ['plugins/hello/f.ts', '../vip/failures.ts'],
  'custom-imports-what-it-extends': ['custom/g.ts', '../core/platform/orders/services/orders.ts'],
  'http-stays-outside': ['plugins/vip/services/h.ts', 'express'],
  'sql-stays-below': ['plugins/vip/resources/i.ts', 'knex'],
  'resources-are-thin': ['plugins/vip/resources/j.ts', './levels.ts'],
  'custom-resources-are-thin': ['custom/resources/k.ts', './levels.ts'],
  'no-circles': ['core/infrastructure/settings/l.ts', './l.ts'],
  'kit-is-for-tests': ['core/infrastructure/settings/p.ts', 'lectern/testing'],
  'no-dev-dependencies': ['core/infrastructure/settings/m.ts', 'chai'],
  'no-undeclared-package': ['core/infrastructure/settings/n.ts', 'tarn'],
  'no-dead-import': ['core/infrastructure/settings/o.ts', './gone.ts'],
};

/** Imports that the rules allow, by file. */
const allowed: Record<string, string> = {
  'core/kernel/http/app.ts': 'express',
  'core/platform/users/resources/users.ts': 'lectern',
  'core/infrastructure/jobs/services/timing.ts': '../../../hosting/internals.ts',
  'core/infrastructure/database/lists/pages.ts': '../database.ts',
  'core/devtools/commands/new.ts': '../../cli/index.ts',
  'core/platform/orders/commands/close.ts': '../../../cli/index.ts',
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
      const unnoticed = Object.entries(offences).filter(([rule, [file]]) => !found.includes(`${file}: ${rule}`));
      expect(unnoticed.map(([rule, [file]]) => `${file}: ${rule}`)).to.deep.equal([]);
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
  // An imported file has to exist, but for that of a dead import.
  for (const [rule, [file, imports]] of Object.entries(offences))
    if (imports.startsWith('.') && rule !== 'no-dead-import') write(join(dirname(file), imports), 'export {};\n');
  for (const [file, imports] of Object.values(offences)) write(file, `import '${imports}';\n`);
  write('core/cli/index.ts', 'export {};\n');
  for (const [file, imports] of Object.entries(allowed)) write(file, `import '${imports}';\n`);
  if (hasDist)
    for (const door of ['core/kernel/index.js', 'core/hosting/index.js', 'core/index.js', 'core/testing/index.js'])
      write(`dist/${door}`, 'export {};\n');
  return folder;
}
