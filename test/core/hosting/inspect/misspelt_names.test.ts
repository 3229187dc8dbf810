import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { giving, installations, saying } from '../../kernel/boot/support.ts';

describe('A misspelt name in a module', () => {
  const install = installations();

  it('gives a warning at the start for a folder or file that nothing loads', async () => {
    const place = install({
      ...giving('plugins/a', 'words: asValue([])'),
      'plugins/a/subscriber/award.js': '',
      'plugins/a/resource/words.js': saying('a', '/plugins/a/words'),
      'plugins/a/migratoins/001_words.js': '',
      'plugins/a/comands/words.js': '',
      'plugins/a/example.json': '{}',
    });
    const { kernel } = await place.serve();
    expect(kernel.remarks).to.deep.equal([
      { file: 'plugins/a/comands', message: 'nothing loads "comands"; rename it to "commands"' },
      { file: 'plugins/a/example.json', message: 'nothing loads "example.json"; rename it to "examples.json"' },
      { file: 'plugins/a/migratoins', message: 'nothing loads "migratoins"; rename it to "migrations"' },
      { file: 'plugins/a/resource', message: 'nothing loads "resource"; rename it to "resources"' },
      { file: 'plugins/a/subscriber', message: 'nothing loads "subscriber"; rename it to "subscribers"' },
    ]);
    expect(place.logs.join('')).to.include(String.raw`nothing loads \"subscriber\"`);
  });

  it('gives a warning for service.ts even if the plugin fails without its services', async () => {
    const kernel = await install({
      'plugins/a/module.json': manifest('a'),
      'plugins/a/service.ts': 'export default {};',
      'plugins/a/subscribers/award.js': `import { subscribe } from 'lectern';
        export default subscribe('order.paid', ({ words }) => () => words);`,
    }).boot();
    expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['a']);
    expect(kernel.remarks).to.deep.equal([
      { file: 'plugins/a/service.ts', message: 'nothing loads "service.ts"; rename it to "services.ts"' },
    ]);
  });

  it('gives no warning for a loose file in plugins/', async () => {
    const kernel = await install({ ...giving('plugins/a', ''), 'plugins/loose.js': '' }).boot();
    expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['loose.js']);
    expect(kernel.remarks).to.deep.equal([]);
  });

  it('gives no warning if the right name exists or the names differ more', async () => {
    const kernel = await install({
      ...giving('plugins/a', 'words: asValue([])'),
      'plugins/a/service.js': '',
      'plugins/a/service/words.js': '',
      'plugins/a/sources/words.js': '',
      'plugins/a/shape/word.js': '',
    }).boot();
    expect(kernel.remarks).to.deep.equal([]);
  });

  it('gives a warning for a role named almost like a role of an earlier module', async () => {
    const roles = (path: string, ...names: string[]) =>
      giving(path, '', { roles: Object.fromEntries(names.map((name) => [name, []])) });
    const kernel = await install({
      ...roles('core/people', 'ROLE_USER', 'ROLE_TEACHER'),
      ...roles('plugins/a', 'ROLE_TEACHERS', 'ROLE_USER', 'ROLE_LIBRARIAN'),
    }).boot();
    expect(kernel.remarks).to.deep.equal([
      {
        file: 'plugins/a/module.json',
        message: '"roles" declares the new role "ROLE_TEACHERS"; write "ROLE_TEACHER" if that role is meant',
      },
    ]);
  });
});
