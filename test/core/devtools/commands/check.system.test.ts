import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { checks } from '../../../../core/devtools/check/checks.ts';
import type { Report } from '../../../../core/devtools/check/report.ts';
import { projectRoot } from '../../../support/platform.ts';
import { runBuilt } from '../../cli/built_program.ts';

describe('lectern check', function () {
  this.timeout(300_000);

  async function reported(folder: string, ...options: string[]): Promise<{ code: number | null; report: Report }> {
    const { code, out, err } = await runBuilt(projectRoot, ['check', folder, ...options, '--json']);
    expect(out, err).to.not.equal('');
    return { code, report: JSON.parse(out) as Report };
  }

  // With this seed, no generated request to a membership has the id of its own caller.
  const seed = '1537584127';

  // `npm run check` applies the compiler to all of them.
  const names = checks.map(({ name }) => name);
  const quick = names.filter((name) => !['types', 'openapi'].includes(name));

  for (const [folder, expected] of Object.entries({ 'plugins/vip': names, quiz: quick, custom: quick })) {
    it(`finds nothing in ${folder}`, async () => {
      const only = expected.flatMap((name) => ['--only', name]);
      const { code, report } = await reported(folder, '--requests', '40', '--seed', seed, ...only);
      const found = report.checks.filter(({ findings }) => findings.length > 0);
      expect({ code, found, passed: report.passed }).to.deep.equal({ code: 0, found: [], passed: true });
      expect(report.checks.map(({ name }) => name)).to.deep.equal(expected);
    });
  }

  describe('of a plugin in TypeScript outside of the installation', () => {
    let folder: string;
    before(() => {
      folder = join(mkdtempSync(join(tmpdir(), 'lectern-types-')), 'shelf');
      mkdirSync(join(folder, 'services'), { recursive: true });
      writeFileSync(join(folder, 'module.json'), '{ "name": "shelf", "version": "1.0.0" }');
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(
        join(folder, 'services/sizes.ts'),
        `import type { Services } from 'lectern';\nimport { Database } from 'lectern/core';
export const size = (clock: Services['clock'], _database: Database): string => clock.now();\n`,
      );
    });
    after(() => rmSync(join(folder, '..'), { recursive: true }));

    it('finds a type error', async () => {
      const { code, report } = await reported(folder, '--only', 'types');
      const [finding] = report.checks.find(({ name }) => name === 'types')?.findings ?? [];
      expect(finding?.message).to.match(/^TS2322: Type 'Date' is not assignable to type 'string'/);
      expect(finding?.file).to.match(/shelf\/services\/sizes\.ts:3$/);
      expect(code).to.equal(1);
    });

    it('finds invalid options in tsconfig.json', async () => {
      writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "target": "ES1066" } }');
      const { code, report } = await reported(folder, '--only', 'types');
      const found = report.checks.find(({ name }) => name === 'types')?.findings ?? [];
      const ofSettings = found.find(({ file }) => file.endsWith('shelf/tsconfig.json:1'));
      expect(ofSettings?.message).to.match(/^TS6046: Argument for '--target' option must be/);
      expect(ofSettings?.fix).to.equal('correct the settings');
      expect(code).to.equal(1);
    });
  });
});
