import { join } from 'node:path';
import { expect } from 'chai';
import type { ShownSetting } from '../../../../core/cli/settings/shown_settings.ts';
import { runCommand } from '../../../support/command.ts';
import { Installation, manifest } from '../../../support/installation.ts';

const config = {
  required: ['owner'],
  properties: {
    owner: { type: 'string', env: 'SHELF_OWNER' },
    size: { type: 'integer', default: 10 },
    url: { type: 'string' },
    token: { type: 'string', secret: true },
    friends: {
      type: 'array',
      default: [],
      items: { type: 'object', properties: { name: { type: 'string' }, password: { type: 'string', secret: true } } },
    },
    light: { type: 'object', properties: { on: { type: 'boolean', default: true } } },
  },
};

const files = {
  'core/shelf/module.json': manifest('shelf', { config }),
  'config/default.json': JSON.stringify({
    zone: 'UTC',
    modules: {
      shelf: { size: 20, url: 'redis://me:hush-hush@host/1', friends: [{ name: 'Ali', password: 'sesame-1' }] },
    },
  }),
  'config/test.json': JSON.stringify({ modules: { shelf: { size: 30, owner: 'nobody', token: 'sesame-2' } } }),
};

describe('lectern config show', () => {
  let installation: Installation;
  let env: NodeJS.ProcessEnv;

  before(() => {
    installation = new Installation(files);
  });
  beforeEach(() => (env = { NODE_ENV: 'test', SHELF_OWNER: 'Mo', HOST: '::1' }));
  after(() => installation.clear());

  const show = (...args: string[]) => runCommand({ root: installation.root, env }, 'config', 'show', ...args);

  async function settings(...args: string[]): Promise<Map<string, ShownSetting>> {
    const { out, err } = await show('--json', ...args);
    expect(out, err).to.not.equal('');
    return new Map((JSON.parse(out) as ShownSetting[]).map((one) => [one.key, one]));
  }

  it('shows the origin of each value: variable, last file or default', async () => {
    const shown = await settings();
    expect(shown.get('http.host')).to.deep.include({ value: '::1', origin: 'environment', from: 'HOST' });
    expect(shown.get('zone')).to.deep.include({ value: 'UTC', origin: 'file', from: 'config/default.json' });
    expect(shown.get('http.urlLimit')).to.deep.include({ value: 8192, origin: 'default' });
    expect(shown.get('modules.shelf.size')).to.deep.include({ value: 30, origin: 'file', from: 'config/test.json' });
    expect(shown.get('modules.shelf.owner')).to.deep.include({
      value: 'Mo',
      origin: 'environment',
      from: 'SHELF_OWNER',
    });
    expect(shown.get('modules.shelf.light.on')).to.deep.include({ value: true, origin: 'default' });
    expect(shown.get('http.publicUrl')).to.deep.include({ origin: 'not set', env: 'PUBLIC_URL' });
  });

  it('says that a module has no settings, or none of the wanted ones', async () => {
    installation.write({ 'core/bare/module.json': manifest('bare') });
    expect((await show('--module', 'bare')).out).to.equal('The module "bare" has no settings in the configuration.\n');
    const { out } = await show('--module', 'bare', '--changed');
    expect(out).to.equal('The module "bare" has no setting from a file or the environment.\n');
  });

  it('reads the file that CONFIG_FILE names', async () => {
    installation.write({ 'more.json': '{"modules": {"shelf": {"size": 40}}}' });
    env['CONFIG_FILE'] = join(installation.root, 'more.json');
    const shown = await settings();
    expect(shown.get('modules.shelf.size')).to.deep.include({ value: 40, origin: 'file', from: 'more.json' });
  });

  it('names the file that contains a value, and hides the value', async () => {
    const key = join(installation.root, 'key.txt');
    installation.write({
      'key.txt': 'sesame-3',
      'more.json': JSON.stringify({ modules: { shelf: { url: { $file: key } } } }),
    });
    env = { NODE_ENV: 'test', CONFIG_FILE: join(installation.root, 'more.json'), SHELF_OWNER_FILE: key };
    const { out } = await show('--json');
    expect(out).to.not.include('sesame-3');
    const shown = await settings();
    expect(shown.get('modules.shelf.owner')).to.deep.include({
      value: '(hidden)',
      origin: 'environment',
      from: 'SHELF_OWNER_FILE',
    });
    expect(shown.get('modules.shelf.url')).to.deep.include({
      value: '(hidden)',
      origin: 'file',
      from: `more.json, which names ${key}`,
    });
  });

  it('hides secrets, even in URLs and lists', async () => {
    for (const args of [[], ['--json'], ['--module', 'shelf']]) {
      const { out } = await show(...args);
      expect(out).to.not.match(/hush-hush|sesame/);
    }
    const shown = await settings('--module', 'shelf');
    expect(shown.get('modules.shelf.token')).to.deep.include({ value: '(hidden)', secret: true });
    expect(shown.get('modules.shelf.url')?.value).to.equal('redis://(hidden)@host/1');
    expect(shown.get('modules.shelf.friends')?.value).to.deep.equal([{ name: 'Ali', password: '(hidden)' }]);
  });

  it('shows one module with --module, and changed values with --changed', async () => {
    const keys = [...(await settings('--module', 'shelf')).keys()];
    expect(keys)
      .to.have.length(6)
      .and.to.satisfy((all: string[]) => all.every((key) => key.startsWith('modules.shelf.')));
    const changed = [...(await settings('--changed')).values()];
    expect(changed.map(({ origin }) => origin)).to.not.include('default');
    const { code, err } = await show('--module', 'shef');
    expect({ code, err }).to.deep.equal({ code: 1, err: 'There is no module "shef"; did you mean "shelf"?\n' });
  });

  it('prints a table', async () => {
    const { out } = await show('--module', 'shelf');
    expect(out).to.match(/^modules\.shelf\.owner +Mo +environment SHELF_OWNER$/m);
    expect(out).to.match(/^modules\.shelf\.size +30 +config\/test\.json$/m);
  });

  it('reports the configuration errors of a start', async () => {
    const { root } = installation;
    installation.write({ 'wrong.json': '{"modules": {"shelf": {"colour": "red"}}}' });
    env['CONFIG_FILE'] = join(root, 'wrong.json');
    const { code, err } = await show();
    expect(code).to.equal(1);
    expect(err).to.include('"colour" is not a known key; remove it or correct its name');
  });
});
