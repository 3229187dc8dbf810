import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type supertest from 'supertest';
import { Installation } from '../../../support/installation.ts';

const manifest = (name: string, roles: object) =>
  JSON.stringify({ name, version: '1.0.0', engines: { lectern: '*' }, roles });

/** An authenticator that gives callers the roles of a header, and operations that require permissions. */
const files = {
  'core/gate/module.json': manifest('gate', { ROLE_ADMIN: ['admin_gate'], ROLE_ALL: ['*'], ROLE_USER: [] }),
  'core/gate/services.mjs': `
    import { contributes, use } from 'lectern';
    class Gate {
      name = 'Gate'; rank = 10; challenge = 'Basic realm="gate"'; security = { type: 'http', scheme: 'basic' };
      roles = use('roles');
      find(request) { return request.header('x-roles'); }
      identify(text) {
        const roles = text.split(' ');
        return { id: '1', nickname: 'somebody', roles, permissions: this.roles.permissionsOf(roles) };
      }
    }
    class Key {
      name = 'Key'; rank = 20; challenge = 'Key realm="gate"';
      security = { type: 'apiKey', in: 'header', name: 'X-Key' };
      find() { return undefined; }
      identify() { throw new Error('never asked'); }
    }
    export default { gate: contributes('authenticators', Gate), key: contributes('authenticators', Key) };`,
  'core/gate/resources/reports.mjs': `
    import { defineResource, field, shape } from 'lectern';
    const report = shape('Report').mode('public', { text: field.text('Text.') });
    const operation = (requires) => ({ requires, returns: [report, 'public'], run: () => ({ text: 'for you' }) });
    export default defineResource('/reports', { search: operation('plugin_report'), add: operation('admin_gate') });`,
};

describe('Roles in manifests', () => {
  const installation = new Installation({
    ...files,
    'plugins/reporting/module.json': manifest('reporting', {
      ROLE_ADMIN: ['plugin_report'],
      ROLE_REPORTER: ['plugin_report'],
    }),
  });
  let api: ReturnType<typeof supertest>;

  before(async () => {
    ({ api } = await installation.serve());
  });
  after(() => installation.clear());

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

  describe('challenges', () => {
    it('name every kind of credential on a 401', async () => {
      const { headers } = await api.get('/api/reports').expect(401);
      expect(headers['www-authenticate']).to.equal('Basic realm="gate", Key realm="gate"');
    });

    it('omit Basic for requests of scripts', async () => {
      const { headers } = await api.get('/api/reports').set('Sec-Fetch-Dest', 'empty').expect(401);
      expect(headers['www-authenticate']).to.equal('Key realm="gate"');
      const navigated = await api.get('/api/reports').set('Sec-Fetch-Dest', 'document').expect(401);
      expect(navigated.headers['www-authenticate']).to.include('Basic');
    });
  });
});
