import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Kernel } from 'lectern/host';
import type { Requests } from '../../../../../core/testing/requests.ts';
import { greeter } from '../../../kernel/boot/support.ts';
import { tokenOf } from '../../../../support/platform.ts';
import { dicePackage, PackageHost } from '../package_host.ts';

interface Change {
  readonly id: string;
  readonly plugin: string;
  readonly state: string;
  readonly breaks: boolean;
  readonly text: string;
}

const ADDRESS = '/api/console/plugin_packages';

describe('Changes of packages in the console', function () {
  this.timeout(900_000);
  let host: PackageHost;
  let api: Requests;
  let kernel: Kernel;
  let headers: Record<string, string>;

  before(async () => {
    host = await PackageHost.make();
    ({ api, kernel } = await host.serveWith({ modules: { console: { packages: true } } }));
    headers = { 'X-Auth-Token': await tokenOf(kernel, 'admin') };
  });
  after(() => host.clear());

  const post = (body: object) => api.post(ADDRESS).set(headers).send(body);
  const upload = (archive: Buffer) =>
    api.post(ADDRESS).set(headers).field('action', 'add').attach('archive', archive, '../../dice.tgz');
  const confirm = (id: string, body: object = {}) => api.patch(`${ADDRESS}/${id}`).set(headers).send(body);
  const read = (file: string) => JSON.parse(readFileSync(host.at(file), 'utf8')) as Record<string, unknown>;
  const records = () => ['package.json', 'package-lock.json', 'plugins.json'].map(read);

  /** The change when it is no longer in one of the states. */
  async function outOf(id: string, ...states: string[]): Promise<Change> {
    for (;;) {
      const change = (await api.get(`${ADDRESS}/${id}`).set(headers).expect(200)).body as Change;
      if (!states.includes(change.state)) return change;
      await sleep(200);
    }
  }

  const planned = async (request: PromiseLike<{ body: unknown }>) =>
    outOf(((await request).body as Change).id, 'planning');

  async function made(change: Change): Promise<Change> {
    expect(change.state, change.text).to.equal('ready');
    expect((await confirm(change.id).expect(200)).body).to.include({ state: 'working' });
    return outOf(change.id, 'working');
  }

  it('add an uploaded archive after its plan is confirmed, one change at a time', async () => {
    const archive = readFileSync(host.registry.pack(dicePackage('1.0.0')));
    const { body } = await upload(archive).expect(201);
    const { id } = body as Change;
    expect((await confirm(id).expect(409)).text).to.include('The change is planning');
    expect((await post({ action: 'remove', name: 'dice' }).expect(409)).text).to.include('Another change is planning');
    const plan = await outOf(id, 'planning');
    expect(plan).to.include({ plugin: 'dice', state: 'ready', breaks: false });
    expect(plan.text).to.include('GET /api/plugins/dice/greetings');
    expect(existsSync(host.at('plugins.json'))).to.equal(false);
    expect(existsSync(host.at('node_modules'))).to.equal(false);
    expect(await made(plan)).to.include({ state: 'done' });
    const spec = 'file:packages/lectern-plugin-dice-1.0.0.tgz';
    expect(read('package.json')['dependencies']).to.deep.equal({ 'lectern-plugin-dice': spec });
    expect(read('plugins.json')['dice']).to.include({ version: '1.0.0', source: spec });
    await confirm(id).expect(409);
  });

  it('are recorded in the audit trail', async () => {
    const { body } = await api.get('/api/admin_logs').set(headers).expect(200);
    const entries = (body as { data: { path: string; action: string; nickname: string }[] }).data;
    const own = entries.filter(({ path }) => path.startsWith('/console/plugin_packages'));
    expect(own.map(({ action, nickname }) => [action, nickname])).to.deep.equal([
      ['update', 'admin'],
      ['add', 'admin'],
    ]);
  });

  it('drop a plan when another one begins, and remove a plugin', async () => {
    const first = await planned(post({ action: 'remove', name: 'dice' }));
    const second = await planned(post({ action: 'remove', name: 'dice' }));
    await confirm(first.id).expect(404);
    expect(second.text).to.include('Its data stays in the database.');
    expect(await made(second)).to.include({ state: 'done', plugin: 'dice' });
    expect(read('plugins.json')).to.deep.equal({});
    expect(existsSync(host.at('packages/lectern-plugin-dice-1.0.0.tgz'))).to.equal(false);
  });

  it('update a package, and restore the former version when the new one does not start', async () => {
    host.registry.publish(dicePackage('1.0.0'));
    await made(await planned(post({ action: 'add', name: 'lectern-plugin-dice' })));
    expect(await planned(post({ action: 'update', name: 'dice' }))).to.include({ state: 'unchanged' });
    const before = records();
    const services = `import { existsSync } from 'node:fs';
      export default { luck: class { constructor() { if (!import.meta.url.includes('.cache')) throw new Error('no luck'); } } };`;
    host.registry.publish({ ...dicePackage('1.1.0'), 'services.js': services });
    const failed = await made(await planned(post({ action: 'update', name: 'dice' })));
    expect(failed.state).to.equal('failed');
    expect(failed.text).to.include('no luck').and.include('The former state is restored.');
    expect(records()).to.deep.equal(before);
  });

  it('fail with the messages of the command', async () => {
    host.registry.publish(dicePackage('2.0.0'), `sha512-${'A'.repeat(86)}==`);
    const cases = {
      'lectern-plugin-dice@2.0.0': 'differs from the integrity that the registry or the lock file names',
      'lectern-plugin-none': 'The registry has no such package',
    };
    for (const [name, text] of Object.entries(cases)) {
      const change = await planned(post({ action: 'add', name }));
      expect(change.state).to.equal('failed');
      expect(change.text).to.include(text);
    }
    const other = await planned(upload(Buffer.from('\x1f\x8b no archive', 'latin1')));
    expect(other.text).to.include('This is no package archive');
    host.env['npm_config_registry'] = 'http://127.0.0.1:9';
    const away = await planned(post({ action: 'update', name: 'dice' }));
    expect(away.text).to.include('The registry cannot be reached');
    host.env['npm_config_registry'] = host.registry.url;
  });

  it('refuse folders of the server, other files, and large archives', async () => {
    host.write(greeter('elsewhere/cards'));
    for (const name of [host.at('elsewhere/cards'), './elsewhere', '../x', '-g', 'core/kernel', 'x@file:/etc', ''])
      expect((await post({ action: 'add', name }).expect(409)).text, name).to.include('is no name of a package');
    // The tests run in a folder with a folder of this name, which is not meant.
    const folder = await planned(post({ action: 'add', name: 'plugins' }));
    expect(folder.text).to.include('The registry has no such package');
    await upload(Buffer.from('PK\x03\x04')).expect(422);
    await upload(Buffer.concat([Buffer.from('\x1f\x8b', 'latin1'), Buffer.alloc(20_000_000)])).expect(422);
  });

  it('need the option for a change that breaks something', async () => {
    const more = { ...dicePackage('3.0.0'), 'services.js': 'export default { engine: 1' };
    const file = host.registry.pack(more);
    const plan = await planned(upload(readFileSync(file)));
    expect(plan).to.include({ state: 'ready', breaks: true });
    expect((await confirm(plan.id).expect(409)).text).to.include('The change breaks something');
  });
});
