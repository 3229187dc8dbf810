import { expect } from 'chai';
import { runCommand } from '../../../support/command.ts';
import { projectRoot } from '../../../support/platform.ts';

describe('lectern openapi', () => {
  it('prints the document of the platform', async () => {
    const { code, out } = await runCommand(projectRoot, 'openapi');
    expect(code).to.equal(0);
    expect(JSON.parse(out)).to.have.property('openapi', '3.1.0');
  });

  it('prints the document of an API version, and all bodies with --bodies all', async () => {
    const printed = async (...argv: string[]) => {
      const { code, out } = await runCommand(projectRoot, 'openapi', ...argv);
      expect(code).to.equal(0);
      return JSON.parse(out).components.schemas as Record<string, { properties: object }>;
    };
    const former = await printed('--api-version', '1');
    expect(former['ArticlePage']?.properties).to.have.keys('resources', 'total');
    expect(former).not.to.have.property('Problem');
    expect(await printed('--bodies', 'all')).to.have.property('Problem');
    const { code, err } = await runCommand(projectRoot, 'openapi', '--api-version', '7');
    expect(code).to.equal(1);
    expect(err).to.contain('There is no version 7 of the API; choose one of 2, 1.');
  });
});
