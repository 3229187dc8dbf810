import { expect } from 'chai';
import { manifest, offering, type Files } from '../../../support/installation.ts';
import { giving, installations, opening, reasonOf } from '../boot/support.ts';

const base = giving(
  'core/base',
  `pens: asValue(['red']), penRecords: asValue(['secret']), penCase: asFunction(({ penRecords }) => penRecords)`,
  offering('pens', 'penCase'),
);
const subscriber = (service: string) => `
  import { subscribe } from 'lectern';
  export default subscribe('order.paid', ({ ${service} }) => () => {});`;
const resource = (service: string) => `${opening}
  export default defineResource('/plugins/desk/pens', { uses: ['${service}'],
    search: { open: true, returns: [raw], run: (services) => services.${service} },
  });`;

describe('An internal service', () => {
  const install = installations();
  const requires = { requires: { base: '*' } };
  const manifestOfDesk = { 'plugins/desk/module.json': manifest('desk', requires) };
  const internal = (asker: string) =>
    `${asker} asks for the service "penRecords", which is internal to the module "base"; ` +
    'use what the module "base" offers to plugins: "pens", "penCase".';

  const askers: Record<string, [files: Files, reason: string]> = {
    'a service': [
      giving('plugins/desk', `drawer: asFunction(({ penRecords }) => penRecords)`, requires),
      `plugins/desk/services.js: ${internal('"drawer"')}`,
    ],
    'a contribution': [
      giving('plugins/desk', `drawer: contributes('mounts', asFunction(({ penRecords }) => penRecords))`, requires),
      `plugins/desk/services.js: ${internal('"drawer"')}`,
    ],
    'a resource': [
      { ...manifestOfDesk, 'plugins/desk/resources/pens.js': resource('penRecords') },
      `plugins/desk/resources/pens.js: ${internal('the resource')}`,
    ],
    'a subscriber': [
      { ...manifestOfDesk, 'plugins/desk/subscribers/pay.js': subscriber('penRecords') },
      `plugins/desk/subscribers/pay.js: ${internal('the function passed to subscribe()')}`,
    ],
    'a replacement': [
      giving('plugins/desk', 'penRecords: asValue([])', requires),
      'plugins/desk/services.js: the service "penRecords" is internal to core/base/services.js, so plugins neither replace nor decorate it; ' +
        'rename this service, or use what the module "base" offers to plugins: "pens", "penCase".',
    ],
    'a decorator': [
      giving('plugins/desk', 'penRecords: decorates((previous) => previous)', requires),
      'plugins/desk/services.js: the service "penRecords" is internal to core/base/services.js, so plugins neither replace nor decorate it; ' +
        'rename this service, or use what the module "base" offers to plugins: "pens", "penCase".',
    ],
    'the configuration of another module': [
      giving('plugins/desk', `drawer: asFunction(({ baseConfig }) => baseConfig)`, requires),
      'plugins/desk/services.js: "drawer" asks for the service "baseConfig", which is internal to the module "base"; ' +
        'use what the module "base" offers to plugins: "pens", "penCase".',
    ],
    'a service of the running installation': [
      giving('plugins/desk', `drawer: asFunction(({ installation }) => installation)`),
      'plugins/desk/services.js: "drawer" asks for the service "installation", which is internal to the module "kernel"; ' +
        'use what the module "kernel" offers to plugins: "authentication", "authorization", "clock", "config", "contributions", ' +
        '"environment", "errorBodies", "errorConversion", "inputReading", "logger", "meters", "publicUrl", "responseFilters", "roles".',
    ],
  };
  for (const [asker, [files, reason]] of Object.entries(askers)) {
    it(`is refused to a plugin, which is set aside: ${asker}`, async () => {
      const kernel = await install({ ...base, ...files }).boot();
      expect(kernel.failedPlugins.map((plugin) => plugin.reason)).to.deep.equal([reason]);
    });
  }

  it('of another plugin is refused with the manifest in which its author may offer it', async () => {
    const plugin = giving('plugins/desk', `drawer: asFunction(({ shelf }) => shelf)`, { requires: { case: '*' } });
    const kernel = await install({ ...giving('plugins/case', 'shelf: asValue({})'), ...plugin }).boot();
    expect(kernel.failedPlugins.map(({ reason }) => reason)).to.deep.equal([
      'plugins/desk/services.js: "drawer" asks for the service "shelf", which is internal to the module "case"; ' +
        'do without it, because the module "case" offers no services to plugins. ' +
        'To offer it, its author adds it to "offers" in plugins/case/module.json.',
    ]);
  });

  it('is refused to the demo data of a plugin', async () => {
    const migrator = `migrator: contributes('migrator', asValue({ exclusively: (work) => work(), up: async () => [], dueDemos: async () => [],
      loadDemo: async ({ demo }) => { await (await demo.load())(); return true; } }))`;
    const kernel = await install({
      ...base,
      ...giving('core/tables', migrator),
      ...manifestOfDesk,
      'plugins/desk/demo.js': 'export default async ({ pens, penRecords }) => {};',
    }).boot();
    expect(await reasonOf(kernel.loadDemo())).to.equal(`plugins/desk/demo.js: ${internal('the demo data')}`);
  });

  it('is refused to a plugin that asks for it in a request', async () => {
    const later = `later: contributes('mounts', asFunction((services) => ({
      address: '/plugins/desk/later', open: true, handle: (request, response) => response.json(services.penRecords) })))`;
    const { api, kernel } = await install({ ...base, ...giving('plugins/desk', later, requires) }).serve();
    expect(kernel.failedPlugins).to.deep.equal([]);
    await api.get('/api/plugins/desk/later').expect(500);
  });

  it('serves its own module, and custom', async () => {
    const { api, kernel } = await install({
      ...base,
      ...giving(
        'plugins/desk',
        `own: asValue(['own']), drawer: asFunction(({ own, penCase }) => [...own, ...penCase])`,
      ),
      'plugins/desk/resources/pens.js': resource('drawer'),
      ...giving('custom', `penRecords: decorates((previous) => [...previous, 'more']), own: asValue(['custom'])`, {
        requires: { base: '*', desk: '*' },
      }),
    }).serve();
    expect(kernel.failedPlugins).to.deep.equal([]);
    await api.get('/api/plugins/desk/pens').expect(200, ['custom', 'secret', 'more']);
  });

  it('cannot be offered unless it is registered', async () => {
    const wrong = install(giving('core/base', `pens: asValue([])`, offering('pen')));
    expect(await reasonOf(wrong.boot())).to.equal(
      'core/base/module.json: "offers" names "pen", which is no service of this module; write "pens", or remove the entry.',
    );
    const kernel = await install({
      'plugins/desk/module.json': manifest('desk', offering('xxxxxxxxxxxxxxxxxxxxx')),
    }).boot();
    expect(kernel.failedPlugins.map(({ reason }) => reason)).to.deep.equal([
      'plugins/desk/module.json: "offers" names "xxxxxxxxxxxxxxxxxxxxx", which is no service of this module; ' +
        'register it in services.ts, or remove the entry.',
    ]);
  });
});
