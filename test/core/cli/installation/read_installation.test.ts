import { expect } from 'chai';
import { createKernel } from 'lectern/host';
import { declaredInstallation, shownSettings, type ShownSetting } from '../../../../core/cli/index.ts';
import { Installation, manifest } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';

const env = { NODE_ENV: 'development' };

const properties = {
  size: { type: 'integer', default: 10 },
  light: { type: 'object', default: {}, properties: { on: { type: 'boolean', default: true } } },
  shade: { type: 'object', properties: { colour: { type: 'string', default: 'green' } } },
  rows: { type: 'array', items: { type: 'object', properties: { wide: { type: 'boolean', default: true } } } },
};

describe('The declared installation', () => {
  const installation = new Installation({
    'core/shelf/module.json': manifest('shelf', { config: { properties } }),
    'core/case/module.json': manifest('case', { config: { properties } }),
    'plugins/wrong/module.json': manifest('wrong', { config: { properties } }),
    'config/default.json': JSON.stringify({
      modules: { case: { shade: {}, rows: [{}] }, wrong: { size: 'large' } },
    }),
  });
  after(() => installation.clear());

  for (const [name, root] of [
    ['this one', projectRoot],
    ['one with defaults at every depth', installation.root],
  ] as const) {
    it(`has the settings of its kernel: ${name}`, async () => {
      const boot = { root, env, logTo: process.stderr };
      const kernel = await createKernel({ ...boot, config: { log: { level: 'silent' } } });
      const declared = await declaredInstallation(boot);
      const shown = byKey(await shownSettings(declared, boot));
      expect(shown).to.deep.equal(
        byKey(await shownSettings({ config: declared.config, modules: kernel.modules }, boot)),
      );
      expect(shown.length).to.be.above(10);
      const failed = (plugins: readonly { readonly module: string; readonly reason: string }[]) =>
        plugins.map(({ module, reason }) => ({ module, reason }));
      expect(failed(declared.failedPlugins)).to.deep.equal(failed(kernel.failedPlugins));
    });
  }
});

function byKey(settings: readonly ShownSetting[]): ShownSetting[] {
  return [...settings].sort((one, other) => (one.key < other.key ? -1 : 1));
}
