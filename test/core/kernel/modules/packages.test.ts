import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { greeter, installations, saying } from '../boot/support.ts';

/** Files of an installation with packages in node_modules. @param packages content of package.json by name */
function packaged(packages: Readonly<Record<string, object>>, more: Files = {}): Files {
  const names = Object.keys(packages);
  const files = names.map((name) => [
    `node_modules/${name}/package.json`,
    JSON.stringify({ name, version: '1.2.0', type: 'module', ...packages[name] }),
  ]);
  const locked = names.map((name) => [`node_modules/${name}`, { version: '1.2.0', integrity: `sha512-${name}` }]);
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.2.0']));
  return {
    'package.json': JSON.stringify({ dependencies }),
    'node_modules/.package-lock.json': JSON.stringify({ packages: Object.fromEntries(locked) }),
    ...(Object.fromEntries(files) as Files),
    ...more,
  };
}

/** A plugin `dice` in a package that greets. */
function dice(folder = 'node_modules/lectern-plugin-dice', more: object = {}): Files {
  return {
    [`${folder}/module.json`]: manifest('dice', more),
    [`${folder}/resources/greetings.js`]: saying('six', '/plugins/dice/greetings'),
  };
}

describe('A plugin in a package', () => {
  const install = installations();
  const reasons = async (files: Files) => (await install(files).boot()).failedPlugins.map(({ reason }) => reason);

  it('serves when a dependency has the field "lectern"', async () => {
    const files = dice('node_modules/lectern-plugin-dice/built');
    const { api, kernel } = await install(
      packaged({ 'lectern-plugin-dice': { lectern: { plugin: 'built' } } }, files),
    ).serve();
    await api.get('/api/plugins/dice/greetings').expect(200, { text: 'six' });
    expect(kernel.routes.map(({ file }) => file)).to.include(
      'node_modules/lectern-plugin-dice/built/resources/greetings.js',
    );
  });

  it('serves when a dependency without the field has a module.json', async () => {
    const { api } = await install(packaged({ '@house/dice': {} }, dice('node_modules/@house/dice'))).serve();
    await api.get('/api/plugins/dice/greetings').expect(200, { text: 'six' });
  });

  it('is ignored when package.json does not name the package', async () => {
    const kernel = await install({ ...dice(), 'node_modules/lectern-plugin-dice/package.json': '{}' }).boot();
    expect(kernel.modules.map(({ name }) => name)).not.to.include('dice');
  });

  it('is found in node_modules above the installation', async () => {
    const files = packaged({ 'lectern-plugin-dice': {} }, dice());
    const { 'package.json': root = '', ...others } = files;
    const place = install(others).write({ 'host/package.json': root });
    const kernel = await place.boot({ root: join(place.root, 'host') });
    expect(kernel.modules.map(({ name }) => name)).to.include('dice');
  });

  it('loads TypeScript and gets the Express of the kernel', async () => {
    const folder = 'node_modules/lectern-plugin-dice';
    const files = packaged(
      { 'lectern-plugin-dice': {} },
      {
        ...dice(),
        [`${folder}/services.ts`]: `import express from 'express';\nimport { Router } from './router.ts';\nexport default { dice: class Dice { readonly same: boolean = express.Router === Router; } };\n`,
        [`${folder}/router.ts`]: `import express from 'express';\nexport const { Router } = express;\n`,
        [`${folder}/node_modules/express/package.json`]: '{"name":"express","version":"0.0.1","main":"index.js"}',
        [`${folder}/node_modules/express/index.js`]: 'throw new Error("second copy");',
      },
    );
    const kernel = await install(files).boot();
    expect(kernel.failedPlugins).to.deep.equal([]);
    expect(kernel.remarks).to.deep.include({
      file: `${folder}/node_modules/express`,
      message:
        'this second copy of "express" is not used, because plugins get the copy of the kernel; run npm dedupe, or ask the author to declare "express" in peerDependencies',
    });
  });

  it('fails beside a folder of the same name, and the message names both', async () => {
    expect(
      await reasons(packaged({ 'lectern-plugin-dice': {} }, { ...dice(), ...greeter('plugins/dice') })),
    ).to.deep.equal([
      'plugin dice: the folder plugins/dice and lectern-plugin-dice@1.2.0 (node_modules/lectern-plugin-dice) are the same plugin, so none of them starts; keep only one: remove the folder, or uninstall a package with: npm uninstall lectern-plugin-dice.',
    ]);
  });

  it('fails when two packages have it', async () => {
    const files = { ...dice(), ...dice('node_modules/other-dice') };
    expect(await reasons(packaged({ 'lectern-plugin-dice': {}, 'other-dice': {} }, files))).to.deep.equal([
      'plugin dice: lectern-plugin-dice@1.2.0 (node_modules/lectern-plugin-dice) and other-dice@1.2.0 (node_modules/other-dice) are the same plugin, so none of them starts; keep only one: uninstall a package with: npm uninstall lectern-plugin-dice | other-dice.',
    ]);
  });

  it('fails without a manifest, and other plugins run', async () => {
    const files = packaged({ 'lectern-plugin-dice': { lectern: { plugin: '.' } } }, greeter('plugins/z'));
    const { kernel, api } = await install(files).serve();
    expect(kernel.failedPlugins[0]?.reason).to.equal(
      'lectern-plugin-dice@1.2.0 (node_modules/lectern-plugin-dice): the package has no module.json with the name of a plugin; install another version, or remove it with: npm uninstall lectern-plugin-dice.',
    );
    await api.get('/api/plugins/z/greetings').expect(200);
  });

  it('fails when its folder leads out of the package', async () => {
    const files = packaged({ 'lectern-plugin-dice': { lectern: { plugin: '../../secret' } } }, greeter('secret'));
    expect((await reasons(files))[0]).to.include('"lectern.plugin" of its package.json leads out of the package;');
  });

  it('fails when it is for a later kernel', async () => {
    const files = dice(undefined, { engines: { lectern: '^99.0.0' } });
    expect((await reasons(packaged({ 'lectern-plugin-dice': {} }, files)))[0]).to.match(
      /^node_modules\/lectern-plugin-dice\/module.json: "engines.lectern" asks for \^99/,
    );
  });

  it('fails when a package that it requires is missing, with the command', async () => {
    const services = { 'node_modules/lectern-plugin-dice/services.js': "import 'marked';\nexport default {};\n" };
    const required = { dependencies: { marked: '1.0.0' } };
    const of = (content: object) => packaged({ 'lectern-plugin-dice': content }, { ...dice(), ...services });
    expect(await reasons(of(required))).to.deep.equal([
      'node_modules/lectern-plugin-dice/services.js: "marked", which lectern-plugin-dice@1.2.0 (node_modules/lectern-plugin-dice) requires, is not installed; run npm install (node_modules/lectern-plugin-dice/services.js:1)',
    ]);
    expect((await reasons(of({})))[0]).to.include(
      'does not name in its package.json, is not installed; run npm install marked, and ask its author to add "marked" to its dependencies',
    );
  });

  it('is disabled by its name', async () => {
    const { api, kernel } = await install(packaged({ 'lectern-plugin-dice': {} }, dice())).serve({
      config: { plugins: { disabled: ['dice'] } },
    });
    await api.get('/api/plugins/dice/greetings').expect(404);
    expect(kernel.remarks.map(({ file }) => file)).not.to.include('plugins.disabled');
  });

  it('names the line of an error of its services', async () => {
    const services = 'export default {\n  dice: class Dice { constructor() { throw new Error("no luck"); } },\n};\n';
    const files = packaged(
      { 'lectern-plugin-dice': {} },
      { ...dice(), 'node_modules/lectern-plugin-dice/services.js': services },
    );
    expect((await reasons(files))[0]).to.match(/no luck.*node_modules\/lectern-plugin-dice\/services\.js:2/);
  });
});

describe('plugins.json', () => {
  const install = installations();
  const files = packaged({ 'lectern-plugin-dice': {} }, dice());
  const recordsOf = (root: string) => JSON.parse(readFileSync(join(root, 'plugins.json'), 'utf8')) as object;

  it('gets a record at the first start, and later ones keep its other properties', async () => {
    const place = install(files);
    await place.serve();
    const record = { package: 'lectern-plugin-dice', version: '1.2.0', integrity: 'sha512-lectern-plugin-dice' };
    expect(recordsOf(place.root)).to.deep.equal({ dice: record });
    place.write({ 'plugins.json': JSON.stringify({ dice: { ...record, version: '1.1.0', granted: { mail: true } } }) });
    await place.serve();
    expect(recordsOf(place.root)).to.deep.equal({ dice: { ...record, granted: { mail: true } } });
  });

  it('is not written without packages', async () => {
    const place = install(greeter('plugins/a'));
    await place.serve();
    expect(existsSync(join(place.root, 'plugins.json'))).to.equal(false);
  });

  it('is only warned of when it cannot be written', async () => {
    const place = install(files).write({ [`plugins.json.${process.pid}.tmp/file`]: '' });
    const { api } = await place.serve();
    await api.get('/api/plugins/dice/greetings').expect(200);
    expect(place.logs.join('')).to.include('Plugins are not recorded in plugins.json');
  });

  const failing: Record<string, readonly [object, RegExp]> = {
    'has another integrity for the version': [
      { dice: { package: 'lectern-plugin-dice', version: '1.2.0', integrity: 'sha512-other' } },
      /^lectern-plugin-dice@1\.2\.0 .*: its integrity is sha512-lectern-plugin-dice, but plugins\.json records sha512-other for the same version.*lectern plugin add lectern-plugin-dice@1\.2\.0\.$/,
    ],
    'has another plugin for the package': [
      { cards: { package: 'lectern-plugin-dice', version: '1.2.0' } },
      /names the plugin "dice", but plugins\.json records "cards" for this package/,
    ],
  };
  for (const [what, [records, message]] of Object.entries(failing)) {
    it(`keeps a plugin from starting when it ${what}`, async () => {
      const kernel = await install({ ...files, 'plugins.json': JSON.stringify(records) }).boot();
      expect(kernel.failedPlugins[0]?.reason).to.match(message);
    });
  }

  it('names a recorded package that is not installed', async () => {
    const place = install({
      'package.json': JSON.stringify({ dependencies: { 'lectern-plugin-dice': '1.2.0' } }),
      'plugins.json': JSON.stringify({ dice: { package: 'lectern-plugin-dice', version: '1.2.0' } }),
    });
    const { kernel, api } = await place.serve();
    expect(kernel.failedPlugins[0]?.reason).to.equal(
      'node_modules/lectern-plugin-dice: plugins.json records the plugin "dice" from lectern-plugin-dice@1.2.0, which is not installed; install it with: npm ci, or remove it with: lectern plugin remove dice.',
    );
    await api.get('/api/plugins/dice/greetings').expect(503);
  });
});

describe('Modules of core in a package', () => {
  const install = installations();
  const core = (load: string, more: Files = {}) => {
    const folder = 'node_modules/@house/core/modules';
    const modules = { ...greeter(`${folder}/one`), ...greeter(`${folder}/two`), ...greeter(`${folder}/group/three`) };
    const requires = { [`${folder}/two/module.json`]: manifest('two', { requires: { three: '*' } }) };
    return packaged({ '@house/core': { lectern: { modules: 'modules', load } } }, { ...modules, ...requires, ...more });
  };
  const namesIn = async (files: Files, options = {}) =>
    (await install(files).boot(options)).modules.map(({ name, layer }) => `${layer} ${name}`);

  it('are all loaded with "load": "all"', async () => {
    expect(await namesIn(core('all'))).to.deep.equal(['core one', 'core three', 'core two']);
  });

  it('are loaded as far as others require them with "load": "required"', async () => {
    const plugin = { ...greeter('plugins/z'), 'plugins/z/module.json': manifest('z', { requires: { two: '*' } }) };
    expect(await namesIn(core('required', plugin))).to.deep.equal(['core three', 'core two', 'plugins z']);
    expect(await namesIn(core('required'), { config: { modules: { one: {} } } })).to.deep.equal([]);
  });

  it('stop the start beside a folder of the same name', async () => {
    const thrown: unknown = await install(core('all', greeter('core/one')))
      .boot()
      .catch((error: unknown) => error);
    expect((thrown as Error).message).to.equal(
      'core/one and node_modules/@house/core/modules/one are the same module of core; remove one of them.',
    );
  });
});
