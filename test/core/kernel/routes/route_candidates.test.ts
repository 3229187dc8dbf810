import { expect } from 'chai';
import { installations, opening, expectSetAside, type Mistakes } from '../boot/support.ts';
import { all, core, operating, plugin } from './operating.ts';

describe('A resource', () => {
  const install = installations();

  it('answers its five operations at the collection and at the item', async () => {
    const { api } = await install(core(operating('/courses', all))).serve();
    await api.get('/api/courses').expect(200, { operation: 'search' });
    await api.post('/api/courses').expect(200, { operation: 'add' });
    await api.get('/api/courses/7').expect(200, { operation: 'get', id: '7' });
    await api.patch('/api/courses/7').expect(200, { operation: 'update', id: '7' });
    await api.put('/api/courses/7').expect(200, { operation: 'update', id: '7' });
    await api.delete('/api/courses/7').expect(200, { operation: 'remove', id: '7' });
  });

  it('has no route for an operation that it lacks', async () => {
    const { kernel, api } = await install(core(operating('/courses', ['get']))).serve();
    expect(kernel.routes.map(({ methods, address }) => `${methods.join()} ${address}`)).to.deep.equal([
      'GET /courses/{id}',
    ]);
    await api.get('/api/courses').expect(404);
    await api.delete('/api/courses/7').expect(405);
  });

  it('may be nested, and name the parameter of its item', async () => {
    const address = '/item_bank_exercises/{exerciseId}/members';
    const { api } = await install(core(operating(address, ['search', 'get'], `item: 'memberId',`))).serve();
    await api.get('/api/item_bank_exercise/3/members').expect(200, { operation: 'search', exerciseId: '3' });
    const expected = { operation: 'get', exerciseId: '3', memberId: '4' };
    await api.get('/api/item_bank_exercises/3/member/4').expect(200, expected);
  });

  it('that is a singleton has one address without an id', async () => {
    const { api } = await install(
      core(operating('/me/profile', ['get', 'update', 'remove'], 'singleton: true,')),
    ).serve();
    await api.get('/api/me/profile').expect(200, { operation: 'get' });
    await api.patch('/api/me/profile').expect(200, { operation: 'update' });
    await api.delete('/api/me/profiles').expect(200, { operation: 'remove' });
    await api.get('/api/me/profile/1').expect(404);
  });

  it('at a literal address precedes one with a parameter', async () => {
    const files = {
      ...core(operating('/users', ['get'], `item: 'name',`)),
      'core/base/resources/info.js': operating('/users/info', ['get'], 'singleton: true,'),
    };
    const { api } = await install(files).serve();
    await api.get('/api/users/info').expect(200, { operation: 'get' });
    await api.get('/api/user/infos').expect(200, { operation: 'get' });
    await api.get('/api/users/information').expect(200, { operation: 'get', name: 'information' });
  });

  const mistakes: Record<string, [resource: string, message: RegExp]> = {
    'without an operation': [
      operating('/plugins/a/x', []),
      /has no operation; write at least one of the methods search, get, add, update, remove/,
    ],
    'with an operation without a filter': [
      `${opening} export default defineResource('/plugins/a/x', { get: { open: true, run: () => ({}) } });`,
      /\.get has no response filter; add @returns\(shape, mode\), or @returns\(raw\)/,
    ],
    'with a mode that its shape lacks': [
      `${opening} export default defineResource('/plugins/a/x', { get: { returns: [greeting, 'pubic'], run: () => ({}) } });`,
      /\.get returns Greeting in the mode "pubic", which does not exist; name one of its modes: public/,
    ],
    'without a mode': [
      `${opening} export default defineResource('/plugins/a/x', { search: { returns: [listOf(greeting)], run: () => [] } });`,
      /\.search returns Greeting without a mode; name one of its modes: public/,
    ],
    'with an address that ends in a slash': [
      operating('/plugins/a/x/', all),
      /address "\/plugins\/a\/x\/" is malformed; write it like/,
    ],
    'with invalid characters in its address': [operating('/plugins/a/x-y', all), /"\/plugins\/a\/x-y" is malformed/],
    'with an unclosed brace in its address': [operating('/plugins/a/{x', all), /"\/plugins\/a\/\{x" is malformed/],
    'that begins with /api': [
      operating('/api/plugins/a/x', all),
      /"\/api\/plugins\/a\/x" would be served at \/api\/api\/plugins\/a\/x; leave out \/api\./,
    ],
    'at the root': [operating('/', all), /"\/" is malformed/],
    'outside of its plugin': [
      operating('/courses', all),
      /"\/courses" is not this plugin's; serve below \/plugins\/a\/ or \/me\/, or add it to "mounts"/,
    ],
    'at the address of another plugin': [operating('/plugins/ab/x', all), /"\/plugins\/ab\/x" is not this plugin's/],
  };
  it('with a mistake sets the plugin aside', async () => {
    const all = Object.entries(mistakes).map(([mistake, [resource, message]]) => [
      mistake,
      [plugin(resource), message],
    ]);
    await expectSetAside(install(), Object.fromEntries(all) as Mistakes);
  });

  it('of a plugin may have an address below /me or below its "mounts"', async () => {
    const mounts = ['/shared_things'];
    const files = plugin(operating('/shared_things/{thingId}/extras', ['search']), { mounts });
    const { kernel, api } = await install({
      ...files,
      'plugins/a/resources/mine.js': operating('/me/things', ['search']),
    }).serve();
    expect(kernel.failedPlugins).to.deep.equal([]);
    await api.get('/api/shared_thing/1/extras').expect(200);
    await api.get('/api/me/things').expect(200);
  });
});
