import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checks } from '../../../../core/devtools/check/checks.ts';
import type { Report } from '../../../../core/devtools/check/report.ts';
import { projectRoot } from '../../../support/platform.ts';
import { runBuilt } from '../../cli/built_program.ts';

describe('lectern check', function () {
  // Compiler and linter read the whole project.
  this.timeout(300_000);
  for (const folder of ['plugins/vip', 'quiz', 'custom']) {
    it(`finds nothing in ${folder}`, async () => {
      const { code, out, err } = await runBuilt(projectRoot, ['check', folder, '--requests', '40', '--json']);
      expect(out, err).to.not.equal('');
      const report = JSON.parse(out) as Report;
      const found = report.checks.filter(({ findings }) => findings.length > 0);
      expect({ code, found, score: report.score }).to.deep.equal({ code: 0, found: [], score: 100 });
      expect(report.checks.map(({ name }) => name)).to.deep.equal(checks.map(({ name }) => name));
    });
  }
});
