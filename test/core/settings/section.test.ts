import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import supertest from 'supertest';
import { manifest } from '../../support/installation.ts';
import { tokenOf } from '../../support/platform.ts';
import { Project } from '../../support/project.ts';

const services = `
import { asValue, contributes } from 'lectern';
import { section, setting } from 'lectern/core';
const vault = section('vault', { depth: setting.intString('How deep.', 1) }, { readPermission: 'vault_keeper' });
export default { vaultSection: contributes('settingsSections', asValue(vault)) };`;

describe('a section of the settings that asks for a permission of its own', () => {
  const project = new Project({
    'plugins/vault/module.json': manifest('vault', { requires: { settings: '*' } }),
    'plugins/vault/services.js': services,
  });
  let api: ReturnType<typeof supertest>;
  let token: (nickname: string) => Promise<string>;

  before(async function () {
    this.timeout(60_000);
    const { kernel, api: served } = await project.serve({ config: { demo: true } });
    api = served;
    token = (nickname) => tokenOf(kernel, nickname);
  });
  after(() => project.clear());

  it('is neither shown to nor changed by who holds admin_setting alone: 403, code 13', async () => {
    const [manager, admin] = [await token('manager'), await token('admin')];
    const requests = [
      () => api.get('/api/settings/vault'),
      () => api.get('/api/settings?types[]=vault'),
      () => api.patch('/api/settings/vault').send({ depth: 2 }),
    ];
    for (const request of requests) {
      expect((await request().expect(401)).body.error.code).to.equal(11);
      expect((await request().set('X-Auth-Token', manager).expect(403)).body.error.code).to.equal(13);
    }
    const read = () => api.get('/api/settings/vault').set('X-Auth-Token', admin).expect(200);
    expect((await read()).body).to.deep.equal({ depth: '1' });
    await api.patch('/api/settings/vault').set('X-Auth-Token', admin).send({ depth: 2 }).expect(200);
    expect((await read()).body).to.deep.equal({ depth: '2' });
  });
});
