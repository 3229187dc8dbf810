import { expect } from 'chai';
import { offering } from '../../../support/installation.ts';
import { giving, installations, reasonOf } from '../boot/support.ts';
import { asking } from './asking.ts';

describe('A module that changes a service of core', () => {
  const install = installations();

  const consumers: Record<string, [consumer: string, changed: string]> = {
    'while it is built': [`asFunction(({ base }) => ({ text: base.text() }))`, `asValue({})`],
    'in start()': [`asFunction(({ base }) => ({ start: async () => void base.text() }))`, `decorates(() => ({}))`],
    'by an error of the replacement': [
      `asFunction(({ base }) => ({ start: () => base.text() }))`,
      `asValue({ text: () => { throw new Error('no luck'); } })`,
    ],
  };
  for (const [moment, [consumer, changed]] of Object.entries(consumers)) {
    it(`and fails a module of core ${moment} is set aside if it is a plugin`, async () => {
      const core = giving('core/base', `base: asValue({ text: () => 'core' })`, offering('base'));
      const user = giving('core/user', `user: ${consumer}`, { requires: { base: '*' } });
      const plugin = giving('plugins/b', `base: ${changed}`, { requires: { base: '*' } });
      const { kernel, api } = await install({
        ...core,
        ...user,
        ...plugin,
        ...asking('[base.text()]', 'base'),
      }).serve();
      expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['b']);
      expect(kernel.failedPlugins[0]?.reason).to.match(
        /^plugins\/b\/services\.js: the service "base" that this module registers fails for the module "user" of core \(.*\); give it all members of the original, or rename it/,
      );
      await api.get('/api/plugins/asker/answers').expect(200, ['core']);
    });
  }

  it('is not blamed for an error of core that its service did not cause', async () => {
    const place = install({
      ...giving('core/base', `base: asValue({ text: () => 'core' })`, offering('base')),
      ...giving(
        'core/user',
        // Fails once only, so that a start without the plugin would succeed.
        `user: asFunction(({ base }) => ({ start: async () => {
          if ((globalThis.startsOfUser = (globalThis.startsOfUser ?? 0) + 1) === 1) throw new Error('database away');
        } }))`,
      ),
      ...giving('plugins/b', `base: asValue({ text: () => 'b' })`, { requires: { base: '*' } }),
    });
    expect(await reasonOf(place.serve())).to.match(/^core\/user\/services\.js: .*database away/);
  });
});
