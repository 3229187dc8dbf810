import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations } from '../boot/support.ts';

/** A module of core with the roles, and a resource in plain JavaScript with these options. */
const resource = (options: string): Files => ({
  'core/base/module.json': manifest('base', { roles: { ROLE_STAFF: ['things_manage'] } }),
  'core/base/resources/things.js': `import { defineFailures, defineResource, raw } from 'lectern';
    const { gone, other } = defineFailures({ gone: [10, 404, 'It is gone.'], other: [14, 409, 'It is in use.'] });
    const run = () => ({ id: '1' });
    export default defineResource('/things', { ${options},
      search: { open: true, returns: [raw], run },
      get: { returns: [raw], run },
      remove: { requires: 'things_remove', fails: [other], returns: [raw], run },
    });`,
});

describe('Options of a resource', () => {
  const install = installations();
  const routesOf = async (options: string) => {
    const { routes } = await install(resource(options)).boot();
    return Object.fromEntries(routes.map(({ operation, access, fails }) => [operation, { access, fails }]));
  };

  it('declare the access of operations that declare none', async () => {
    const routes = await routesOf(`requires: 'things_manage'`);
    expect(routes['get']?.access).to.deep.equal({ kind: 'permission', permission: 'things_manage' });
    expect(routes['search']?.access).to.deep.equal({ kind: 'open' });
    expect(routes['remove']?.access).to.deep.equal({ kind: 'permission', permission: 'things_remove' });
  });

  it('do not open an operation', async () => {
    const { api } = await install(resource('signedIn: true')).serve();
    await api.get('/api/things/1').expect(401);
    await api.get('/api/things').expect(200);
  });

  it('declare the failure of a missing object for operations on one object', async () => {
    const routes = await routesOf('missing: gone');
    const titlesOf = (operation: string) =>
      routes[operation]?.fails.map((one) => ('title' in one ? one.title : one.kind.title));
    expect(titlesOf('get')).to.deep.equal(['gone']);
    expect(titlesOf('remove')).to.deep.equal(['gone', 'other']);
    expect(titlesOf('search')).to.deep.equal([]);
  });
});
