import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { greeter, installations, saying } from '../boot/support.ts';

describe('The files of a module', () => {
  const install = installations();

  for (const file of ['services.js', 'resources/linked.js', 'migrations/001_linked.js']) {
    it(`may not be symbolic links out of it, such as ${file}`, async () => {
      const place = install({
        ...greeter('plugins/a'),
        'secret.js': 'export default {}',
        'plugins/a/migrations/.keep': '',
      });
      const depth = file.includes('/') ? '../../../' : '../../';
      const kernel = await place.link(`${depth}secret.js`, `plugins/a/${file}`).boot();
      expect(kernel.failedPlugins[0]?.reason).to.equal(
        `plugins/a/${file}: this symbolic link leads out of the module; copy the file here instead.`,
      );
    });
  }

  const unopenable: Record<string, { target: string; reason: RegExp }> = {
    'module.json': {
      target: '../../secret.json',
      reason: /module\.json: this symbolic link leads out of the module; copy/,
    },
    'deeper/lost.js': {
      target: 'nowhere.js',
      reason: /deeper\/lost\.js: the target of this symbolic link does not exist; remove the link/,
    },
    'public/leak.txt': { target: '../../../secret.json', reason: /public\/leak\.txt: this symbolic link leads out/ },
  };
  for (const [file, { target, reason }] of Object.entries(unopenable)) {
    it(`are refused as a link ${file} to ${target}, whose content is not shown`, async () => {
      const place = install({
        'secret.json': 'canary:x:0',
        'plugins/a/deeper/.keep': '',
        'plugins/a/public/.keep': '',
      });
      if (file !== 'module.json') place.write({ 'plugins/a/module.json': manifest('a') });
      const { api } = await place.link(target, `plugins/a/${file}`).serve();
      const { text, body } = await api.get('/readyz').expect(200);
      expect(body.plugins[0].reason).to.match(reason);
      expect(text).to.not.include('canary').and.not.include(place.root);
    });
  }

  for (const file of ['module.json', 'resources/goods.js', 'services/deep.ts', 'package.json', 'public/x.txt']) {
    it(`that are pipes are refused without being opened, such as ${file}`, async () => {
      const place = install({ ...greeter('plugins/a'), ...greeter('plugins/b') });
      const pipe = join(place.root, 'plugins/a', file);
      mkdirSync(dirname(pipe), { recursive: true });
      rmSync(pipe, { force: true });
      execFileSync('mkfifo', [pipe]);
      const kernel = await place.boot();
      expect(kernel.failedPlugins[0]?.reason)
        .to.match(/^plugins\/a\/\S+: this is a pipe, a socket or a device/)
        .and.include(file);
      expect(kernel.modules.map(({ name }) => name)).to.deep.equal(['b']);
    });
  }

  it('that are hidden, such as the lock of an editor, are ignored', async () => {
    const place = install(greeter('plugins/a'));
    const kernel = await place.link('me@machine.4711', 'plugins/a/resources/.#greetings.js').boot();
    expect(kernel.failedPlugins).to.deep.equal([]);
  });

  it('in public/ are served, except for pipes, folders and links out of public/', async () => {
    const place = install({ ...greeter('plugins/a'), 'secret.txt': 'canary', 'plugins/a/public/x/seen.txt': 'seen' });
    const { api } = await place.serve();
    place.link('x/seen.txt', 'plugins/a/public/linked.txt').link('../../../secret.txt', 'plugins/a/public/leak.txt');
    place.link('../..', 'plugins/a/public/up');
    execFileSync('mkfifo', [join(place.root, 'plugins/a/public/pipe.txt')]);
    for (const path of ['x/seen.txt', 'linked.txt']) await api.get(`/assets/a/${path}`).expect(200, 'seen');
    for (const path of ['leak.txt', 'up/a/module.json', 'pipe.txt', 'x', 'x%2f..%2f..%2fmodule.json', '%ff'])
      expect((await api.get(`/assets/a/${path}`).expect(404)).body.error.code, path).to.equal(1);
  });

  it('may be symbolic links inside it', async () => {
    const place = install({
      'plugins/a/module.json': manifest('a'),
      'plugins/a/resources/.keep': '',
      'plugins/a/shared/greetings.js': saying('linked', '/plugins/a/greetings'),
    });
    const { api } = await place.link('../shared/greetings.js', 'plugins/a/resources/greetings.js').serve();
    await api.get('/api/plugins/a/greetings').expect(200, { text: 'linked' });
  });

  it('that are declarations or tests are not loaded', async () => {
    const kernel = await install({
      ...greeter('plugins/a'),
      'plugins/a/resources/greetings.d.ts': 'export {};',
      'plugins/a/resources/greetings.test.js': 'throw new Error("loaded")',
    }).boot();
    expect(kernel.failedPlugins).to.deep.equal([]);
  });

  it('set the plugin aside if one of them has the name of an expected folder', async () => {
    const { kernel, api } = await install({
      'plugins/a/module.json': manifest('a'),
      'plugins/a/resources': '',
      ...greeter('plugins/b'),
    }).serve();
    const [{ reason }] = (await api.get('/readyz').expect(200)).body.plugins.filter(
      ({ name }: { name: string }) => name === 'a',
    );
    expect(reason).to.match(/^plugins\/a: .*scandir 'plugins\/a\/resources'/);
    expect(kernel.modules.map(({ name }) => name)).to.deep.equal(['b']);
  });

  it('set the plugin aside if a folder is named like a file of code', async () => {
    const place = install({ 'plugins/a/module.json': manifest('a') });
    for (const folder of ['migrations/001_a.js', 'resources/a.js']) {
      mkdirSync(join(place.root, 'plugins/a', folder), { recursive: true });
      expect((await place.boot()).failedPlugins, folder).to.have.length(1);
    }
  });
});
