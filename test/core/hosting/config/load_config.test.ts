import { join } from 'node:path';
import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations, opening, reasonOf } from '../../kernel/boot/support.ts';

const json = JSON.stringify;
const env = { NODE_ENV: 'test', PORT: '0' };

describe('The configuration', () => {
  const install = installations();

  it('has defaults', async () => {
    const { config } = await install().boot({ env: { NODE_ENV: 'test' } });
    expect(config).to.deep.include({ zone: 'Asia/Shanghai', demo: false, importTimeout: 10_000 });
    expect(config.http).to.include({ host: '127.0.0.1', port: 3000, bodyLimit: 1_048_576 });
    expect(config.log.level).to.equal('info');
  });

  it('merges default, environment, CONFIG_FILE, variables and caller by key, the last one winning', async () => {
    const layers = ['default', 'test', 'extra'];
    const limits = (count: number) =>
      Object.fromEntries(['urlLimit', 'bodyLimit', 'depthLimit'].slice(count).map((name) => [name, 1_000 + count]));
    const files = layers.map((name, count) => [
      `config/${name}.json`,
      json({ http: { host: name, port: 9, ...limits(count) } }),
    ]);
    const place = install(Object.fromEntries(files) as Files);
    const given = { ...env, HOST: 'variable', PORT: '1234', CONFIG_FILE: join(place.root, 'config/extra.json') };
    const { config } = await place.boot({ env: given, config: { http: { port: 4321 } } });
    expect(config.http).to.include({
      urlLimit: 1_000,
      bodyLimit: 1_001,
      depthLimit: 1_002,
      host: 'variable',
      port: 4321,
    });
  });

  it('ignores the file of another environment', async () => {
    const place = install({ 'config/production.json': json({ zone: 'Europe/Berlin' }) });
    expect((await place.boot()).config.zone).to.equal('Asia/Shanghai');
    expect((await place.boot({ env: { ...env, NODE_ENV: 'production' } })).config.zone).to.equal('Europe/Berlin');
  });

  it('treats an empty variable as unset', async () => {
    const kernel = await install().boot({ env: { NODE_ENV: '', PORT: '', CONFIG_FILE: '' } });
    expect(kernel.environment).to.equal('development');
    expect(kernel.config.http.port).to.equal(3000);
  });

  const mistakes: Record<string, [config: object, message: RegExp]> = {
    'an unknown key': [
      { http: { prot: 1 } },
      /"http\.prot" is not a known key \(is "port" meant\?\); remove it or correct its name/,
    ],
    'a wrong type': [{ http: { port: 'eighty' } }, /"http\.port" must be integer/],
    'a value out of bounds': [{ http: { port: 70_000 } }, /"http\.port" must be <= 65535/],
    'an unknown log level': [{ log: { level: 'loud' } }, /"log\.level" must be one of trace, debug, info/],
    'a text instead of an object': [{ http: 'all' }, /"http" must be object/],
    'an unknown time zone': [{ zone: 'Mars/Base' }, /"zone" must match format "time-zone"/],
    'a malformed proxy address': [
      { http: { trustedProxies: ['10.0.0.0/99'] } },
      /"http\.trustedProxies\.0" must match/,
    ],
    'a module that is not installed': [
      { modules: { vpi: {} } },
      /"modules\.vpi" names a module that is not installed; remove the section/,
    ],
  };
  for (const [mistake, [config, message]] of Object.entries(mistakes)) {
    it(`with ${mistake} stops the start, naming key and file`, async () => {
      const reason = await reasonOf(install({ 'config/test.json': json(config) }).boot({ env: { NODE_ENV: 'test' } }));
      expect(reason)
        .to.match(message)
        .and.match(/^Configuration/);
      if (!mistake.includes('module')) expect(reason).to.include('config/test.json');
    });
  }

  it('refuses variables that do not parse as their type', async () => {
    for (const PORT of ['http', '1e3', '0x50', '80 ']) {
      expect(await reasonOf(install().boot({ env: { ...env, PORT } }))).to.include('PORT: "http.port" must be integer');
    }
  });

  it('names a file that cannot be read', async () => {
    for (const text of ['{', '[]', 'null', '']) {
      expect(await reasonOf(install({ 'config/default.json': text }).boot()), text).to.match(
        /config\/default\.json (cannot be read|contains no)/,
      );
    }
    const missing = { ...env, CONFIG_FILE: '/nowhere/config.json' };
    expect(await reasonOf(install().boot({ env: missing }))).to.match(/\/nowhere\/config\.json cannot be read: ENOENT/);
  });

  it('refuses an unknown NODE_ENV', async () => {
    expect(await reasonOf(install().boot({ env: { NODE_ENV: 'staging' } }))).to.equal(
      'NODE_ENV is "staging"; set it to development, test or production.',
    );
  });
});

describe('The configuration of a module', () => {
  const install = installations();
  const properties = {
    days: { type: 'integer', minimum: 1, default: 30, env: 'SHOP_DAYS' },
    key: { type: 'string', minLength: 8, secret: true, env: 'SHOP_KEY' },
    nested: { type: 'object', properties: { deep: { type: 'boolean', default: true, env: 'SHOP_DEEP' } } },
    gateway: { type: 'object', properties: { url: { type: 'string', env: 'SHOP_URL' } }, required: ['url'] },
  };
  const files: Files = {
    'plugins/shop/module.json': manifest('shop', { config: { $id: 'shop', properties } }),
    'plugins/shop/resources/configs.js': `${opening}
      export default defineResource('/plugins/shop/configs', {
        uses: ['shopConfig'],
        search: { open: true, returns: [raw], run: ({ shopConfig }) => ({ ...shopConfig, frozen: Object.isFrozen(shopConfig) }) },
      });`,
  };
  const section = (shop: object) => ({ 'config/default.json': json({ modules: { shop } }) });

  it('reaches the module frozen, with its defaults', async () => {
    const { api } = await install(files).serve();
    const { body } = await api.get('/api/plugins/shop/configs').expect(200);
    expect(body).to.deep.equal({ days: 30, nested: { deep: true }, frozen: true });
  });

  it('merges file, variables and caller by key, the last one winning', async () => {
    const variables = { SHOP_DAYS: '7', SHOP_KEY: 'k'.repeat(8), SHOP_DEEP: 'false', SHOP_URL: 'http://a' };
    const place = install({ ...files, ...section({ days: 5, key: 'from the file' }) });
    const { api } = await place.serve({ env: { ...env, ...variables }, config: { modules: { shop: { days: 9 } } } });
    const { body } = await api.get('/api/plugins/shop/configs');
    const expected = { days: 9, key: 'kkkkkkkk', nested: { deep: false }, gateway: { url: 'http://a' }, frozen: true };
    expect(body).to.deep.equal(expected);
  });

  const mistakes: Record<string, [section: object, message: string]> = {
    'an unknown key': [{ day: 1 }, '"day" is not a known key (is "days" meant?); remove it or correct its name'],
    'a wrong value': [{ days: 0 }, '"days" must be >= 1'],
    'a missing value': [{ gateway: {} }, '"gateway.url" is missing; give it a value'],
  };
  for (const [mistake, [shop, message]] of Object.entries(mistakes)) {
    it(`with ${mistake} sets the plugin aside, naming the key`, async () => {
      const kernel = await install({ ...files, ...section(shop) }).boot();
      expect(kernel.failedPlugins.map(({ reason }) => reason)).to.deep.equal([
        `modules.shop of the configuration: ${message}.`,
      ]);
    });
  }

  it('with an invalid secret sets the plugin aside without showing the secret', async () => {
    const kernel = await install(files).boot({ env: { ...env, SHOP_KEY: 'hunter2' } });
    expect(kernel.failedPlugins[0]?.reason).to.include('"key"').and.not.include('hunter2');
  });

  it('stops the start if it is invalid for a module of core', async () => {
    const place = install({
      'core/shop/module.json': manifest('shop', { config: { properties } }),
      ...section({ day: 1 }),
    });
    expect(await reasonOf(place.boot())).to.match(/^modules\.shop of the configuration: "day"/);
  });

  it('may have a schema with the same $id as another module', async () => {
    const kernel = await install({
      ...files,
      'plugins/store/module.json': manifest('store', { config: { $id: 'shop', properties: {} } }),
    }).boot();
    expect(kernel.failedPlugins).to.deep.equal([]);
  });
});
