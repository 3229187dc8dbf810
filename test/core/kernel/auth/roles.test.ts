import { expect } from 'chai';
import { Installation } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';
import { files, manifest } from './gate.ts';

describe('Roles in manifests', () => {
  const { api } = served({
    ...files,
    'plugins/reporting/module.json': manifest('reporting', {
      ROLE_ADMIN: ['plugin_report'],
      ROLE_REPORTER: ['plugin_report'],
    }),
  });

  const statusOf = async (method: 'get' | 'post', roles: string) =>
    (await api[method]('/api/reports').set('X-Roles', roles)).status;

  it('carry the permissions of all modules together', async () => {
    expect(await statusOf('get', 'ROLE_ADMIN')).to.equal(200);
    expect(await statusOf('post', 'ROLE_ADMIN')).to.equal(200);
  });

  it('of a plugin carry only the permissions that it declares', async () => {
    expect(await statusOf('get', 'ROLE_REPORTER')).to.equal(200);
    expect(await statusOf('post', 'ROLE_REPORTER')).to.equal(403);
    expect(await statusOf('post', 'ROLE_USER ROLE_REPORTER')).to.equal(403);
  });

  it('carry no permission unless a module declares one', async () => {
    for (const roles of ['ROLE_USER', 'ROLE_NOBODY', '', 'constructor', '__proto__', '*']) {
      expect(await statusOf('get', roles), roles).to.equal(403);
    }
  });

  it('carry every permission with "*"', async () => {
    expect(await statusOf('get', 'ROLE_ALL')).to.equal(200);
    expect(await statusOf('post', 'ROLE_USER ROLE_ALL')).to.equal(200);
  });

  it('set the plugin aside when they are malformed', async () => {
    for (const roles of [{ admin: ['x'] }, { ROLE_X: ['Not a code'] }, { ROLE_X: 'admin' }]) {
      const broken = new Installation({ 'plugins/broken/module.json': manifest('broken', roles) });
      const kernel = await broken.boot();
      expect(kernel.failedPlugins[0]?.reason).to.match(/plugins\/broken\/module\.json.*roles/);
      await broken.clear();
    }
  });
});
