import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { installations, opening } from '../../kernel/boot/support.ts';
import { base } from '../../kernel/boot/things.ts';
import { customTyped, script, typed } from '../../kernel/routes/chains.ts';
import { live } from './support.ts';

const hooks = `${opening} export default { aHook: contributes('operationHooks', asValue({
  address: '/things/{id}', operation: 'get', after({ reply }) { reply.header('X-Hook', 'a'); },
})) };`;

describe('A link of a chain', () => {
  const install = installations();
  const three = { ...base, ...typed('a'), ...script('b', { after: ['a'] }), ...typed('c', { after: ['a', 'b'] }) };
  const served = () => live(install({ ...three, ...customTyped() }));
  const file = 'plugins/b/resources/things.js';
  const whole = 'core gets 7 a b c custom';

  it('that cannot be loaded after an edit leaves the former chain unchanged', async () => {
    const { api, edit } = await served();
    expect(await edit({ [file]: 'export default {' }, 'b')).to.include(file);
    await api.get('/api/things/7').expect(200, { text: whole });
  });

  it('that defines the order of the others cannot be removed', async () => {
    const { api, kernel, place } = await live(install({ ...three, ...typed('c', { after: ['b'] }) }));
    rmSync(join(place.root, 'plugins/b'), { recursive: true });
    expect((await kernel.reload(['b'])).problem?.message).to.include('no order between "a" and "c" is declared');
    await api.get('/api/things/7').expect(200, { text: 'core gets 7 a b c' });
  });

  it('may gain and lose an operation hook', async () => {
    const { api, edit, kernel, place } = await served();
    expect(await edit({ 'plugins/a/services.js': hooks }, 'a')).to.equal(undefined);
    await api.get('/api/things/7').expect(200, { text: whole }).expect('X-Hook', 'a');
    rmSync(join(place.root, 'plugins/a/services.js'));
    expect((await kernel.reload(['a'])).problem).to.equal(undefined);
    expect((await api.get('/api/things/7').expect(200)).headers).to.not.have.property('x-hook');
  });
});
