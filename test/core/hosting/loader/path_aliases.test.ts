import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { installations } from '../../kernel/boot/support.ts';

const aliased = 'is a path alias, and aliases are not resolved; import the file by its relative path';

describe('A path alias', () => {
  const install = installations();
  const reasonFor = async (specifier: string) => {
    const kernel = await install({
      'plugins/a/module.json': manifest('a'),
      'plugins/a/tsconfig.json':
        '{ "compilerOptions": { /* "x/*" */ "paths": { "@app/*": ["./*"], "words": ["./a.ts"], } } }',
      'plugins/a/resources/x.ts': `import 'lectern';\nimport { one } from '${specifier}';\nexport default one;`,
    }).boot();
    return kernel.failedPlugins.map(({ reason }) => reason);
  };

  for (const [specifier, name] of [
    ['@app/words', '@app/words'],
    ['words', 'words'],
    ['@/words', '@/words'],
    ['~/words', '~'],
  ] as const)
    it(`as in '${specifier}' is named as one, without advice to install a package`, async () => {
      expect(await reasonFor(specifier)).to.deep.equal([
        `plugins/a/resources/x.ts: "${name}" ${aliased} (plugins/a/resources/x.ts:2)`,
      ]);
    });

  it('does not cover other packages', async () => {
    expect((await reasonFor('@apps/words')).join()).to.include('run npm install --prefix plugins/a @apps/words');
  });
});
