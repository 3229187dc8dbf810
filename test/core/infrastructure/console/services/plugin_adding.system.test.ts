import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type supertest from 'supertest';
import { Installation, manifest } from '../../../../support/installation.ts';
import { makeTestDatabase } from '../../../../support/test_database.ts';
import { projectRoot, tokenOf } from '../../../../support/platform.ts';
import { prepared } from '../../../../support/started.ts';

interface Plan {
  readonly state: string;
  readonly breaks: boolean;
  readonly text: string;
}

describe('The addition of plugins in the console', () => {
  let installation: Installation;
  let api: ReturnType<typeof supertest>;
  let headers: { 'X-Auth-Token': string };

  const place = prepared(makeTestDatabase);

  before(async () => {
    installation = new Installation({
      'plugins/harbour/module.json': manifest('harbour'),
      'incoming/harbour/module.json': manifest('harbour', { version: '1.1.0' }),
      'incoming/ferry/module.json': manifest('ferry', { roles: { ROLE_ADMIN: ['ferry_boats'] } }),
      'incoming/broken/module.json': manifest('broken'),
      'incoming/broken/services.js': 'export default { engine: 1',
    });
    installation.link(join(projectRoot, 'core'), 'core');
    const env = { ...place.env, NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'fatal', JWT_SECRET: 'x'.repeat(32) };
    const served = await installation.serve({ env, config: { demo: true } });
    api = served.api;
    headers = { 'X-Auth-Token': await tokenOf(served.kernel, 'admin') };
  });
  after(async () => {
    await installation.clear();
    await place.clear();
  });

  const post = (name: string, plugin: string, more: object = {}) =>
    api
      .post(`/api/console/${name}`)
      .set(headers)
      .send({ plugin, ...more });
  const replace = (plugin: string) => post('plugin_additions', plugin, { replaces: true });
  const versionOf = (folder: string) => {
    const text = readFileSync(join(installation.root, folder, 'module.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  };

  async function plan(plugin: string): Promise<Plan> {
    const { headers: begun } = await post('plugin_plans', plugin).expect(201);
    expect(begun).to.include({ location: `/api/console/plugin_plans/${plugin}` });
    let found: Plan;
    do {
      await sleep(200);
      found = (await api.get(`/api/console/plugin_plans/${plugin}`).set(headers).expect(200)).body as Plan;
    } while (found.state === 'planning');
    return found;
  }

  /** Expects an addition to be refused while one more file is in a planned folder. */
  async function refusedWith(file: string, add: () => supertest.Test) {
    installation.write({ [file]: 'changed' });
    expect((await add().expect(409)).text).to.contain('have changed since the plan');
    rmSync(join(installation.root, file));
  }

  it('lists only the folders in incoming/', async () => {
    const { body } = await api.get('/api/console/plugin_plans').set(headers).expect(200);
    expect(body).to.deep.equal([
      { plugin: 'broken', version: '1.0.0', installed: null },
      { plugin: 'ferry', version: '1.0.0', installed: null },
      { plugin: 'harbour', version: '1.1.0', installed: '1.0.0' },
    ]);
    for (const plugin of ['nothing', '../plugins/harbour', '..']) await post('plugin_plans', plugin).expect(404);
  });

  it('adds no plugin without a plan', async () => {
    await post('plugin_additions', 'ferry').expect(409);
    expect(existsSync(join(installation.root, 'plugins/ferry'))).to.equal(false);
  });

  it('reports that a plugin breaks something', async () => {
    const { state, breaks, text } = await plan('broken');
    expect({ state, breaks }).to.deep.equal({ state: 'ready', breaks: true });
    expect(text).to.contain('plugins/broken/services.js');
  });

  it('plans the same files in one process for concurrent requests', async () => {
    await Promise.all(Array.from({ length: 20 }, () => post('plugin_plans', 'harbour').expect(201)));
    const processes = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' }).split('\n');
    const planning = processes.filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes(' plan '));
    expect(planning).to.have.length(1);
  });

  it('refuses files that were changed after the plan, and installed plugins', async () => {
    const harbour = await plan('harbour');
    expect(harbour.text).to.contain('Replacing the installed plugin harbour by this folder.');
    expect((await post('plugin_additions', 'harbour').expect(409)).text).to.contain('plugins/harbour exists');
    const ferry = await plan('ferry');
    expect(ferry.breaks, ferry.text).to.equal(false);
    expect(ferry.text).to.contain('Adding ferry.');
    await refusedWith('incoming/ferry/README.md', () => post('plugin_additions', 'ferry'));
  });

  it('moves the planned folder to plugins/, for the next start', async () => {
    const { body } = await post('plugin_additions', 'ferry').expect(200);
    expect(body).to.deep.equal({ plugin: 'ferry', replaced: null, needsRestart: true });
    expect(existsSync(join(installation.root, 'plugins/ferry/module.json'))).to.equal(true);
    expect(existsSync(join(installation.root, 'incoming/ferry'))).to.equal(false);
  });

  it('replaces an installed plugin only with a plan of both folders', async () => {
    for (const folder of ['plugins', 'incoming'])
      await refusedWith(`${folder}/harbour/README.md`, () => replace('harbour'));
    expect([versionOf('plugins/harbour'), versionOf('incoming/harbour')]).to.deep.equal(['1.0.0', '1.1.0']);
  });

  it('exchanges the folders, and exchanges them back after another plan', async () => {
    const { body } = await replace('harbour').expect(200);
    expect(body).to.deep.equal({ plugin: 'harbour', replaced: '1.0.0', needsRestart: true });
    expect([versionOf('plugins/harbour'), versionOf('incoming/harbour')]).to.deep.equal(['1.1.0', '1.0.0']);
    expect((await replace('harbour').expect(409)).text).to.contain('Plan the addition of harbour first');
    await plan('harbour');
    await replace('harbour').expect(200);
    expect([versionOf('plugins/harbour'), versionOf('incoming/harbour')]).to.deep.equal(['1.0.0', '1.1.0']);
    expect(readdirSync(join(installation.root, 'incoming'))).to.have.members(['broken', 'harbour']);
  });

  it('says where the former plugin is if it cannot be moved to incoming/', async () => {
    await plan('harbour');
    const { rename } = fs;
    fs.rename = (from, to) =>
      String(to).endsWith('/incoming/harbour') ? Promise.reject(new Error('It is full.')) : rename(from, to);
    syncBuiltinESMExports();
    try {
      expect((await replace('harbour').expect(409)).text)
        .to.contain('incoming/.harbour')
        .and.contain('It is full.');
    } finally {
      fs.rename = rename;
      syncBuiltinESMExports();
    }
    expect([versionOf('plugins/harbour'), versionOf('incoming/.harbour')]).to.deep.equal(['1.1.0', '1.0.0']);
  });
});
