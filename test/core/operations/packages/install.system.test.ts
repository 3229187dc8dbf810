import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { NpmRegistry } from '../../../support/npm_registry.ts';
import { runCommand } from '../../../support/command.ts';
import { greeter, installations, saying } from '../../kernel/boot/support.ts';

/** Files of the package of the plugin `dice`. */
function dice(version: string, { more = {}, ...files }: { more?: object; [file: string]: unknown } = {}): Files {
  return {
    'package.json': JSON.stringify({ name: 'lectern-plugin-dice', version, type: 'module', lectern: { plugin: '.' } }),
    'module.json': manifest('dice', { version, ...more }),
    'resources/greetings.js': saying(version, '/plugins/dice/greetings'),
    ...(files as Files),
  };
}

/** Bytes of a tar header. */
function header(path: string, type: string, size: number): Buffer {
  const head = Buffer.alloc(512);
  head.write(path, 0);
  head.write('0000644\0', 100);
  head.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  head.write(type, 156);
  head.write(type === '2' ? '/etc/passwd' : '', 157);
  head.write('ustar\x0000', 257);
  head.write('        ', 148);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

/** A package archive with one more entry. */
function archiveWith(path: string, type: string): Buffer {
  const body = Buffer.from(JSON.stringify({ name: 'lectern-plugin-dice', version: '1.0.0' }).padEnd(512));
  return gzipSync(
    Buffer.concat([header('package/package.json', '0', 512), body, header(path, type, 0), Buffer.alloc(1024)]),
  );
}

describe('lectern plugin with packages', function () {
  this.timeout(400_000);
  const install = installations();
  let registry: NpmRegistry;

  beforeEach(async () => {
    registry = await new NpmRegistry().start();
  });

  afterEach(async () => {
    await registry.stop();
    registry.clear();
  });

  function host(files: Files = {}) {
    const place = install({ 'package.json': '{"name":"house","private":true,"type":"module"}', ...files });
    const at = (file: string) => join(place.root, file);
    const read = (file: string) => JSON.parse(readFileSync(at(file), 'utf8')) as Record<string, unknown>;
    const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', DATA_DIR: 'memory', ...registry.env };
    const plugin = (...args: string[]) => runCommand({ root: place.root, env }, 'plugin', ...args);
    return { place, at, read, plugin, env };
  }

  const record = (read: (file: string) => object) => (read('plugins.json') as { dice?: object }).dice;

  it('adds, lists, updates and removes a package of a registry', async () => {
    const { place, read, at, plugin } = host();
    registry.publish(dice('1.0.0'));
    const added = await plugin('add', 'lectern-plugin-dice', '--yes');
    expect(added.err).to.equal('');
    expect(added.out)
      .to.include('GET /api/plugins/dice/greetings')
      .and.include('Added dice 1.0.0. Restart to apply it.');
    expect(read('package.json')['dependencies']).to.deep.equal({ 'lectern-plugin-dice': '1.0.0' });
    expect(record(read))
      .to.include({ package: 'lectern-plugin-dice', version: '1.0.0' })
      .and.have.property('integrity');
    expect(record(read)).to.have.property('source', `${registry.url}/lectern-plugin-dice/-/1.0.0.tgz`);
    const { api } = await place.serve();
    await api.get('/api/plugins/dice/greetings').expect(200, { text: '1.0.0' });

    registry.publish(dice('1.1.0'));
    expect((await plugin('list', '--outdated')).out).to.match(/dice +1\.0\.0 +1\.1\.0/);
    expect((await plugin('update', '--yes')).out).to.include('dice 1.1.0 replaces 1.0.0. Restart to apply it.');
    expect(record(read)).to.include({ version: '1.1.0' });
    expect((await plugin('list')).out).to.match(/dice +1\.1\.0 +enabled/);
    expect((await plugin('list', '--outdated')).out).to.equal('All plugins from registries are up to date.\n');

    expect((await plugin('remove', 'dice', '--yes')).out).to.include('Removed dice. Restart to apply it.');
    expect(read('plugins.json')).to.deep.equal({});
    expect(existsSync(at('node_modules/lectern-plugin-dice'))).to.equal(false);
  });

  it('asks before it installs', async () => {
    const { plugin, at } = host();
    registry.publish(dice('1.0.0'));
    const { code, err } = await plugin('add', 'lectern-plugin-dice');
    expect(code).to.equal(2);
    expect(err).to.include('GET /api/plugins/dice/greetings').and.include('Confirm with --yes');
    expect(existsSync(at('plugins.json'))).to.equal(false);
    expect(existsSync(at('node_modules'))).to.equal(false);
  });

  it('keeps an archive in packages/, and copies a folder into plugins/', async () => {
    const { place, plugin, read, at } = host();
    expect((await plugin('add', registry.pack(dice('1.0.0')), '--yes')).err).to.equal('');
    expect(read('package.json')['dependencies']).to.deep.equal({
      'lectern-plugin-dice': 'file:packages/lectern-plugin-dice-1.0.0.tgz',
    });
    await plugin('remove', 'dice', '--yes');
    expect(existsSync(at('packages/lectern-plugin-dice-1.0.0.tgz'))).to.equal(false);
    place.write(greeter('elsewhere/cards'));
    const { 'elsewhere/cards/resources/greetings.js': text = '' } = greeter('elsewhere/cards');
    place.write({ 'elsewhere/cards/resources/greetings.js': text.replace('/cards/', '/plugins/cards/') });
    expect((await plugin('add', at('elsewhere/cards'), '--yes')).out).to.include('Added cards 1.0.0.');
    expect(read('plugins.json')).to.deep.equal({ cards: { version: '1.0.0', source: 'folder' } });
    expect((await plugin('remove', 'cards', '--yes')).code).to.equal(0);
    expect(existsSync(at('plugins/cards'))).to.equal(false);
  });

  it('restores the former version when an update does not start, or cannot be installed', async () => {
    const { place, plugin, read, env } = host();
    registry.publish(dice('1.0.0'));
    await plugin('add', 'lectern-plugin-dice', '--yes');
    const before = ['package.json', 'package-lock.json', 'plugins.json'].map(read);
    // Starts in the staging folder only, where the plan tries it.
    const services = `import { existsSync } from 'node:fs';
      export default { luck: class { constructor() { if (!import.meta.url.includes('.cache')) throw new Error('no luck'); } } };`;
    registry.publish(dice('1.1.0', { 'services.js': services }));
    const failed = await plugin('update', 'dice', '--yes');
    expect(failed.err).to.include('no luck').and.include('The former state is restored.');
    expect(['package.json', 'package-lock.json', 'plugins.json'].map(read)).to.deep.equal(before);
    const { api } = await place.serve();
    await api.get('/api/plugins/dice/greetings').expect(200, { text: '1.0.0' });
    place.write({ '.npmrc': 'registry=http://127.0.0.1:9' });
    delete env['npm_config_registry'];
    const away = await plugin('update', 'dice', '--yes');
    expect(away.err).to.match(/^The registry cannot be reached.*\n$/);
    expect(['package.json', 'package-lock.json', 'plugins.json'].map(read)).to.deep.equal(before);
  });

  it('refuses to remove a plugin that another requires, or that it has not added', async () => {
    const requires = manifest('cards', { requires: { dice: '*' } });
    const { plugin, place } = host(greeter('plugins/dice'));
    expect((await plugin('remove', 'dice', '--yes')).err).to.include(
      'plugins/dice was not added by lectern plugin add',
    );
    place.write({
      'plugins/cards/module.json': requires,
      'plugins.json': '{"dice":{"version":"1.0.0","source":"folder"}}',
    });
    expect((await plugin('remove', 'dice', '--yes')).err).to.equal(
      'cards requires dice; remove cards, or that requirement, first.\n',
    );
  });

  it('refuses bad input with a reason', async () => {
    const { plugin, at, place } = host();
    const archive = (name: string, bytes: Buffer | string) => {
      writeFileSync(at(name), bytes);
      return at(name);
    };
    const name = 'lectern-plugin-dice';
    registry.publish(dice('1.0.0'), 'sha512-' + 'A'.repeat(86) + '==');
    registry.publish(dice('2.0.0', { more: { engines: { lectern: '^99.0.0' } } }));
    const plain = registry.pack({ 'package.json': '{"name":"plain","version":"1.0.0"}' });
    const bare = registry.pack({ 'package.json': '{"name":"bare","version":"1.0.0","lectern":{"plugin":"."}}' });
    const cases: readonly (readonly [string, RegExp])[] = [
      [
        archive('out.tgz', archiveWith('package/../../evil.js', '0')),
        /dice@1\.0\.0: the entry .* leads out of the package/,
      ],
      [archive('abs.tgz', archiveWith('/etc/evil', '0')), /leads out of the package/],
      [archive('link.tgz', archiveWith('package/link', '2')), /the entry "link" is a link/],
      [archive('text.tgz', 'no archive'), /This is no package archive/],
      [plain, /plain@1\.0\.0 is no plugin: it has no module\.json/],
      [bare, /the package has no module\.json with the name of a plugin/],
      [`${name}@1.0.0`, /differs from the integrity.*EINTEGRITY/],
      [`${name}@2.0.0`, /asks for \^99\.0\.0.*Nothing was installed/s],
      [`${name}@3.0.0`, /The package has no such version/],
      ['lectern-plugin-none', /The registry has no such package/],
      ['./none.tgz', /is neither a folder, an archive, nor the name of a package/],
    ];
    for (const [source, message] of cases) {
      const { err, code } = await plugin('add', source, '--yes');
      expect(err, source).to.match(message);
      expect(code).to.equal(1);
    }
    place.write({ 'plugins.json': JSON.stringify({ cards: { package: name, version: '1.0.0' } }) });
    const other = await plugin('add', registry.pack(dice('1.0.0')), '--yes');
    expect(other.err).to.include('plugins.json records "cards" for it');
    place.write({ 'plugins.json': '{}', ...greeter('plugins/dice') });
    const twice = await plugin('add', registry.pack(dice('1.0.0')), '--yes');
    expect(twice.err).to.include('The plugin "dice" is installed from plugins/dice; remove it first');
    expect(existsSync(at('node_modules'))).to.equal(false);
  });
});
