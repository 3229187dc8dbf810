import { expect } from 'chai';
import { Installation, manifest } from '../../../support/installation.ts';

const resource = (permission: string) => `
  import { defineResource, raw } from 'lectern';
  export default defineResource('/plugins/notices/${permission}', {
    search: { requires: '${permission}', returns: [raw], run: () => 1 },
  });`;

describe('Permissions that no role carries', () => {
  const installation = new Installation({
    'plugins/notices/module.json': manifest('notices', { roles: { ROLE_ADMIN: ['notices_manage'] } }),
    'plugins/notices/resources/right.js': resource('notices_manage'),
    'plugins/notices/resources/misspelt.js': resource('notices_mange'),
    'plugins/notices/services.js': `
      import { asValue, contributes } from 'lectern';
      const pages = { address: '/plugins/notices/pages', requires: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', handle() {} };
      export default { pages: contributes('mounts', asValue(pages)) };`,
  });
  let logs: string;

  before(async () => {
    const { kernel } = await installation.serve();
    logs = installation.logs.join('');
    expect(kernel.remarks).to.have.length(2);
  });
  after(() => installation.clear());

  it('give a warning at the start with the nearest known permission', () => {
    expect(logs).to.include('plugins/notices/resources/misspelt.js');
    expect(logs).to.include(
      String.raw`GET /api/plugins/notices/notices_mange requires the permission \"notices_mange\", which no role carries; write \"notices_manage\", or declare it in module.json: \"roles\": { \"ROLE_ADMIN\": [\"notices_mange\"] }; if \"notices_manage\" is the wrong one, correct \"roles\"`,
    );
    expect(logs).not.to.include('right.js');
  });

  it('give a warning for a mount, without a suggestion if none is near', () => {
    expect(logs).to.match(/notices\/pages requires the permission .{2}x+.{2}, which no role carries; declare it/);
  });
});
