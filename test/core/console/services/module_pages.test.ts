import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { startOwnPlatform, startPlatform, type Platform } from '../../../support/platform.ts';
import { started } from '../../../support/started.ts';

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
    const own = new HarbourPlugin(
      `import { asValue, contributes } from 'lectern';\nexport default { ${entries.join(', ')} };`,
    );
    const started = await own.start();
    try {
      const manager = await started.as('manager');
      const { body } = await started.api.get('/api/console/pages').set(manager).expect(200);
      expect((body as { element: string }[]).map(({ element }) => element)).to.have.members([
        'vip-memberships',
        'boats-page',
      ]);
      const told = started.logs.filter((line) => line.includes('in the console is left out'));
      expect(told).to.have.length(4);
    } finally {
      await started.stop();
      own.clear();
    }
  });
});

/** A plugin in a folder of its own. */
class HarbourPlugin {
  readonly #folder = join(mkdtempSync(join(tmpdir(), 'lectern-console-')), 'harbour');

  constructor(services: string) {
    mkdirSync(this.#folder);
    const manifest = { name: 'harbour', version: '1.0.0', engines: { lectern: '^0.1.0' } };
    writeFileSync(join(this.#folder, 'module.json'), JSON.stringify(manifest));
    writeFileSync(join(this.#folder, 'services.ts'), services);
  }

  start(): Promise<Platform> {
    return startOwnPlatform({}, [this.#folder]);
  }

  clear(): void {
    rmSync(join(this.#folder, '..'), { recursive: true, force: true });
  }
}
