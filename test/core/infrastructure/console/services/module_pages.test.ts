import { expect } from 'chai';
import { startPlatform, startWithPlugins } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
import { manifest } from '../../../../support/installation.ts';

describe('Console pages of modules', () => {
  const platform = started(startPlatform);

  it('are listed for callers with their permission', async () => {
    const manager = await platform.as('manager');
    const { body } = await platform.api.get('/api/console/pages').set(manager).expect(200);
    expect(body).to.deep.equal([
      {
        name: 'vip',
        module: 'vip',
        title: { en: 'Memberships', zh: '会员' },
        element: 'vip-memberships',
        script: '/assets/vip/console.js',
      },
    ]);
    const { modulePages } = platform.services;
    const operator = { id: '4', nickname: 'operator', roles: [], permissions: new Set(['console_page']) };
    expect(modulePages.list(operator)).to.deep.equal([]);
    await platform.api
      .get('/assets/vip/console.js')
      .expect(200)
      .expect('Content-Type', /javascript/);
  });

  it('are left out and logged if name, element or script is invalid or taken', async () => {
    const page = { title: { en: 'Boats', zh: '船' }, requires: 'admin_user' };
    const pages = {
      good: { ...page, name: 'boats', element: 'boats-page', script: 'console.js' },
      second: { ...page, name: 'boats', element: 'other-page', script: 'console.js' },
      outside: { ...page, name: 'outside', element: 'outside-page', script: '../services.js' },
      plain: { ...page, name: 'plain', element: 'plain', script: 'console.js' },
      slashed: { ...page, name: 'a/b', element: 'slashed-page', script: 'console.js' },
    };
    const entries = Object.entries(pages).map(
      ([name, one]) => `${name}: contributes('consolePages', asValue(${JSON.stringify(one)}))`,
    );
    const own = await startWithPlugins({
      'harbour/module.json': manifest('harbour'),
      'harbour/services.ts': `import { asValue, contributes } from 'lectern';\nexport default { ${entries.join(', ')} };`,
    });
    try {
      const manager = await own.as('manager');
      const { body } = await own.api.get('/api/console/pages').set(manager).expect(200);
      expect((body as { element: string }[]).map(({ element }) => element)).to.have.members([
        'vip-memberships',
        'boats-page',
      ]);
      const told = own.logs.filter((line) => line.includes('in the console is left out'));
      expect(told).to.have.length(4);
    } finally {
      await own.stop();
    }
  });
});
