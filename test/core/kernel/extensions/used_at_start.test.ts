import { expect } from 'chai';
import { manifest, offering, type Files } from '../../../support/installation.ts';
import { giving, greeter, installations, saying } from '../boot/support.ts';

const base: Files = {
  ...greeter('core/base'),
  ...giving('core/base', `pens: asValue(['red']), ink: asValue('blue')`, offering('pens', 'ink')),
};
const requires = { base: '*' };
const desk = (uses: object | undefined, services = '', files: Files = {}): Files => ({
  ...base,
  ...giving('plugins/desk', services, { requires, mounts: ['/base'], ...(uses && { uses }) }),
  ...files,
});
const override = { 'plugins/desk/resources/greetings.js': saying('hello', '/base/greetings') };
const open = { 'plugins/desk/resources/pens.js': saying('pen', '/plugins/desk/pens') };
const subscriber = {
  'plugins/desk/subscribers/pay.js': `
    import { subscribe } from 'lectern';
    export default subscribe('order.paid', () => () => {});`,
};
const mount = `drawer: contributes('mounts', asValue({ address: '/plugins/desk/drawer', open: true, handle: () => {} }))`;

describe('A plugin with "uses"', () => {
  const install = installations();

  const undeclared: Record<string, [files: Files, reason: string]> = {
    'a service': [
      desk({}, `drawer: asFunction(({ pens }) => pens)`),
      'plugins/desk/services.js: "drawer" asks for the service "pens" of the module "base", which "uses" does not name; add "pens" to "uses.services"',
    ],
    'a replaced service': [
      desk({}, `pens: asValue([])`),
      'plugins/desk/services.js: the plugin replaces or decorates the service "pens", which "uses" does not name; add "pens" to "uses.changedServices"',
    ],
    'a contribution': [
      desk({ open: ['* /plugins/desk/drawer'] }, mount),
      'plugins/desk/services.js: the plugin contributes to the extension point "mounts", which "uses" does not name; add "mounts" to "uses.extensionPoints"',
    ],
    'an event': [
      desk({}, '', subscriber),
      'plugins/desk/subscribers/pay.js: the plugin subscribes to the event "order.paid", which "uses" does not name; add "order.paid" to "uses.events"',
    ],
    'an override': [
      desk({}, '', override),
      'plugins/desk/resources/greetings.js: the plugin overrides the operation "GET /base/greetings", which "uses" does not name; add "GET /base/greetings" to "uses.overrides"',
    ],
    'an opened operation': [
      desk({}, '', open),
      'plugins/desk/resources/pens.js: the plugin serves without a credential "GET /plugins/desk/pens", which "uses" does not name; add "GET /plugins/desk/pens" to "uses.open"',
    ],
    'an opened mount': [
      desk({ extensionPoints: ['mounts'] }, mount),
      'plugins/desk/services.js: the plugin serves without a credential "* /plugins/desk/drawer", which "uses" does not name; add "* /plugins/desk/drawer" to "uses.open"',
    ],
  };
  for (const [what, [files, reason]] of Object.entries(undeclared)) {
    it(`is set aside for what it does not name: ${what}`, async () => {
      const kernel = await install(files).boot();
      expect(kernel.failedPlugins.map((one) => one.reason)).to.deep.equal([`${reason} in plugins/desk/module.json.`]);
      expect(kernel.modules.map(({ name }) => name)).to.deep.equal(['base']);
    });
  }

  it('runs with what it names', async () => {
    const uses = {
      services: ['pens'],
      changedServices: ['ink'],
      extensionPoints: ['mounts'],
      events: ['order.paid'],
      overrides: ['GET /base/greetings'],
      open: ['GET /plugins/desk/pens', '* /plugins/desk/drawer'],
    };
    const services = `ink: asValue('red'), cup: asFunction(({ pens }) => pens), ${mount}`;
    const kernel = await install(desk(uses, services, { ...override, ...open, ...subscriber })).boot();
    expect(kernel.failedPlugins).to.deep.equal([]);
  });

  it('is not compared without "uses"', async () => {
    const kernel = await install(desk(undefined, `ink: asValue('red'), ${mount}`, { ...override, ...open })).boot();
    expect(kernel.failedPlugins).to.deep.equal([]);
  });

  it('names its own services, events and extension points nowhere', async () => {
    const own = `cups: asValue([]), cup: asFunction(({ cups, deskConfig }) => [cups, deskConfig])`;
    const kernel = await install(desk({}, own)).boot();
    expect(kernel.failedPlugins).to.deep.equal([]);
  });

  it('is refused an unknown kind of use', async () => {
    const kernel = await install({ 'plugins/desk/module.json': manifest('desk', { uses: { disks: [] } }) }).boot();
    expect(kernel.failedPlugins[0]?.reason).to.match(/plugins\/desk\/module.json: .*uses.*disks/);
  });

  it('sets aside only itself', async () => {
    const others = greeter('plugins/shelf');
    const { api } = await install({ ...desk({}, '', override), ...others }).serve();
    await api.get('/api/plugins/shelf/greetings').expect(200);
    await api.get('/api/base/greetings').expect(200, { text: 'base' });
  });
});
