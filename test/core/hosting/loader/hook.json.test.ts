import { expect } from 'chai';
import { runCommand } from '../../../support/command.ts';
import { Installation } from '../../../support/installation.ts';
import { jsonModules, jsonPlugins, waysOfJson } from './json_modules.ts';

describe('JSON modules of plugins', () => {
  let installation: Installation;
  before(() => {
    installation = new Installation(jsonModules);
  });
  after(() => installation.clear());

  for (const [name, options] of [
    ['from their sources', {}],
    ['in development', { live: true }],
  ] as const)
    it(`are read in every way, ${name}`, async () => {
      const { kernel, api } = await installation.serve(options);
      expect(kernel.failedPlugins).to.deep.equal([]);
      for (const plugin of jsonPlugins) {
        const { body } = await api.get(`/api/plugins/${plugin}/ways`).expect(200);
        expect(body, plugin).to.deep.equal(waysOfJson);
      }
    });

  it('are read by lectern check', async () => {
    for (const plugin of jsonPlugins) {
      const folder = `plugins/${plugin}`;
      const { out } = await runCommand(installation.root, 'check', folder, '--only', 'runs', '--json');
      expect(JSON.parse(out), plugin).to.deep.include({ passed: true });
    }
  });
});
