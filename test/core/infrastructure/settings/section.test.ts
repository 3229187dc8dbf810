import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { setting } from '../../../../core/infrastructure/settings/section.ts';
import { manifest } from '../../../support/installation.ts';
import { startWithPlugins } from '../../../support/platform.ts';
import { started } from '../../../support/started.ts';

const services = `
import { asValue, contributes } from 'lectern';
import { section, setting } from 'lectern/core';
const vault = section('vault', { depth: setting.intString('How deep.', 1) }, { readPermission: 'vault_keeper' });
export default { vaultSection: contributes('settingsSections', asValue(vault)) };`;

describe('A section of the settings with a permission of its own', () => {
  const platform = started(() =>
    startWithPlugins({
      'vault/module.json': manifest('vault', { requires: { settings: '*' } }),
      'vault/services.js': services,
    }),
  );

  it('is read and changed by its permission, not by admin_setting alone: 403, code 13', async () => {
    const [manager, admin] = [await platform.as('manager'), await platform.as('admin')];
    const { api } = platform;
    const requests = [
      () => api.get('/api/settings/vault'),
      () => api.get('/api/settings?types[]=vault'),
      () => api.patch('/api/settings/vault').send({ depth: 2 }),
    ];
    for (const request of requests) {
      expect((await request().expect(401)).body.error.code).to.equal(11);
      expect((await request().set(manager).expect(403)).body.error.code).to.equal(13);
    }
    const read = () => api.get('/api/settings/vault').set(admin).expect(200);
    expect((await read()).body).to.deep.equal({ depth: '1' });
    await api.patch('/api/settings/vault').set(admin).send({ depth: 2 }).expect(200);
    expect((await read()).body).to.deep.equal({ depth: '2' });
  });
});

describe('Types of settings', () => {
  it('are all listed in the guide', () => {
    const page = readFileSync(new URL('../../../../docs/plugins/configuration.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| `setting\.(\w+)\(/gm)].map(([, name]) => name);
    expect(listed).to.have.members(Object.keys(setting));
  });
});
