import { expect } from 'chai';
import type { Files } from '../../../support/installation.ts';
import { greeter, installations, reasonOf, saying } from '../boot/support.ts';
import { base } from '../boot/things.ts';
import { customTyped, script, typed } from './chains.ts';

describe('A chain of overrides', () => {
  const install = installations();

  const orders: Record<string, [files: Files, text: string]> = {
    '"after"': [{ ...script('a', { after: ['b'] }), ...script('b') }, 'core gets 7 b a'],
    '"before"': [{ ...script('a'), ...script('b', { before: ['a'] }) }, 'core gets 7 b a'],
    '"requires"': [{ ...script('a', { requires: { b: '*' } }), ...script('b') }, 'core gets 7 b a'],
    'a module between the two': [
      { ...script('a', { after: ['m'] }), ...script('b'), ...greeter('plugins/m', { after: ['b'] }) },
      'core gets 7 b a',
    ],
  };
  for (const [by, [files, text]] of Object.entries(orders)) {
    it(`has the order of ${by}`, async () => {
      const { kernel, api } = await install({ ...base, ...files }).serve();
      expect(kernel.failedPlugins).to.deep.equal([]);
      await api.get('/api/things/7').expect(200, { text });
    });
  }

  it('lists its links in the order of the calls', async () => {
    const files = { ...script('a'), ...script('b', { after: ['a'] }), ...script('c', { after: ['b'] }) };
    const kernel = await install({ ...base, ...files, ...customTyped() }).boot();
    const get = kernel.routes.find(({ operation }) => operation === 'get');
    expect(get?.overridden.map(({ module }) => module)).to.deep.equal(['c', 'b', 'a', 'base']);
  });

  it('cannot have two links of one module', async () => {
    const files = script('a');
    const twice = { ...files, 'plugins/a/resources/more.js': files['plugins/a/resources/things.js'] ?? '' };
    const { failedPlugins } = await install({ ...base, ...twice }).boot();
    expect(failedPlugins[0]?.reason).to.match(/is already served by .*\.js; change one of the addresses\.$/);
  });

  it('stops the start if an override weakens the next link undeclared', async () => {
    const closed = script('a', {}, '');
    const text = (closed['plugins/a/resources/things.js'] ?? '').replace('get: {', `get: { requires: 'editor',`);
    const open = customTyped(`@open override get(): never { return { text: '' } as never; }`);
    const place = install({ ...base, ...closed, 'plugins/a/resources/things.js': text, ...open });
    expect(await reasonOf(place.boot())).to.match(/Things\.get is open but overrides plugins\/a\/.*which is editor/);
  });

  it('refuses an override of a final link, and `final` without a reason', async () => {
    const final = typed('a', {}, `, { final: 'it checks the licence' }`);
    const place = install({ ...base, ...final, ...customTyped() });
    expect(await reasonOf(place.boot())).to.include('which is final: it checks the licence; remove the override');
    const { failedPlugins } = await install({ ...base, ...script('a', {}, `final: true,`) }).boot();
    expect(failedPlugins[0]?.reason).to.include(
      `"final" is no reason; write final: 'why no later module may override it'`,
    );
  });

  it('with a final link of core suggests only the removal of the override', async () => {
    const core = { ...greeter('core/a'), 'core/a/resources/sums.js': saying('a', '/sums', `final: 'money',`) };
    const place = install({ ...core, ...greeter('custom'), 'custom/resources/sums.js': saying('b', '/sums') });
    expect(await reasonOf(place.boot())).to.match(/which is final: money; remove the override\.$/);
  });
});
