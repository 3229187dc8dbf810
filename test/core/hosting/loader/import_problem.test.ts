import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations } from '../../kernel/boot/support.ts';

describe('A package that a plugin misses', () => {
  const install = installations();
  const reasonOf = async (files: Files) => {
    const kernel = await install({ 'plugins/a/module.json': manifest('a'), ...files }).boot();
    return kernel.failedPlugins[0]?.reason;
  };

  it('is named with the command that installs it, also if require() misses it', async () => {
    const files = { 'plugins/a/resources/x.cjs': `const a = 1;\nrequire('@nowhere/parts');` };
    expect(await reasonOf(files)).to.equal(
      'plugins/a/resources/x.cjs: "@nowhere/parts" is not installed; run npm install --prefix plugins/a @nowhere/parts, or correct the name (plugins/a/resources/x.cjs:2)',
    );
  });

  it('is installed with all others if package.json names it', async () => {
    const files = {
      'plugins/a/package.json': JSON.stringify({ dependencies: { nowhere: '1.0.0' } }),
      'plugins/a/resources/x.js': `import 'nowhere';`,
    };
    expect(await reasonOf(files)).to.include('run npm install --prefix plugins/a, or correct the name');
  });
});

describe('A file of a module of core', () => {
  const install = installations();

  it('is found by its message when the module has moved into a group', async () => {
    const files = {
      'core/platform/desk/module.json': manifest('desk'),
      'plugins/a/module.json': manifest('a'),
      'plugins/a/resources/x.js': `import '../../../core/desk/resources/desks.js';`,
    };
    const { failedPlugins } = await install(files).boot();
    expect(failedPlugins[0]?.reason).to.match(/the module is in core\/platform\/desk\/ now, correct the path/);
  });
});
