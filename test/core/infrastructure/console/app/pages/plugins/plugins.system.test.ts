import { expect } from 'chai';
import { expectAccessible, signIn, signedInAt } from '../../open_console.ts';

describe('The console page Plugins', () => {
  const opened = signedInAt('/plugins');

  it('lists the plugins with their states', async () => {
    const row = opened()
      .page.getByRole('row')
      .filter({ has: opened().page.getByRole('link', { name: 'vip' }) });
    await row.getByText('active').waitFor();
    await expectAccessible(opened().page);
  });

  it('shows operations, hooks, subscribers, tables with their rows, migrations and settings', async () => {
    const { page } = opened();
    await page.request.get(`${opened().platform.url}/api/plugins/vip/vip_levels`);
    await page.getByRole('link', { name: 'vip' }).click();
    await page.getByRole('heading', { name: 'vip' }).waitFor();
    await page.getByRole('row', { name: /PATCH \/api\/plugins\/vip\/vip_levels\/\{levelId\}/ }).waitFor();
    await page.getByRole('row', { name: 'vip_levels 4' }).waitFor();
    await page.getByText('001_vip_levels applied').waitFor();
    await page.getByRole('row', { name: /^statements [1-9]/ }).waitFor();
    for (const part of ['PATCH /api/courses/{id}', 'vip.extend_membership'])
      await page.locator('section').getByRole('listitem').getByText(part, { exact: true }).waitFor();
    await expectAccessible(page);
    await opened().visit('/plugins/console');
    await page.getByRole('row', { name: /modules\.console\.sampleSeconds 0\.5/ }).waitFor();
  });

  it('asks before it disables a plugin, and lists the affected parts', async () => {
    const { page } = opened();
    const methods: string[] = [];
    await page.route('**/api/console/plugins/vip', async (route) => {
      methods.push(route.request().method());
      const plugin = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...plugin, jobs: ['vip.remind'], affected: ['quiz requires vip'] } });
    });
    await opened().visit('/plugins/vip');
    await page.setViewportSize({ width: 390, height: 400 });
    await page.getByRole('button', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable vip?' });
    await dialog.getByRole('heading', { name: 'Disable vip?' }).waitFor();
    expect(await page.evaluate('document.querySelector("dialog[open]").scrollTop')).to.equal(0);
    await dialog.getByText('the plugin no longer adds what is listed here').waitFor();
    for (const text of [
      'GET /api/plugins/vip/vip_levels',
      'PATCH /api/courses/{id}',
      'vip.extend_membership',
      'vip.remind',
      'quiz requires vip',
      'vip_levels: 4',
    ])
      await dialog.getByRole('listitem').getByText(text, { exact: true }).waitFor();
    for (const title of ['Settings (1):', 'Pages in the console (1):'])
      await dialog.getByText(title, { exact: true }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(methods).to.deep.equal(['GET']);
    await page.unrouteAll();
  });

  it('shows why a plugin was not disabled', async () => {
    const { page } = opened();
    await opened().visit('/plugins/vip');
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    // Tests do not read config/local.json, which would be changed.
    await page.getByRole('alert').getByText('config/local.json is not read').waitFor();
  });

  it('links a finding to its plugin, which shows the fix and waiting requests', async () => {
    const { page } = opened();
    const finding = { level: 'warning', details: [], fix: 'Write "admin_vip".', request: 'p1-4' };
    const waiting = [
      { id: 'r1', method: 'GET', route: '/api/boats', module: 'vip', part: 'before() of vip', ms: 4_000 },
    ];
    await page.route('**/api/console/readiness', async (route) => {
      const state = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...state, waiting: [...waiting, { ...waiting[0], id: 'r2', module: 'quiz' }] } });
    });
    const json = [
      { ...finding, topic: 'plugins/vip/module.json', message: 'There is no permission "admin_vop".' },
      { ...finding, topic: 'plugin wreck', message: 'set aside: it is broken' },
    ];
    await page.route('**/api/console/findings', (route) => route.fulfill({ json }));
    await opened().visit('/');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'admin_vop' })
      .getByRole('link', { name: 'Open the plugin' })
      .click();
    await page.getByRole('heading', { name: 'Findings about this plugin' }).waitFor();
    await page.getByText('There is no permission "admin_vop".').waitFor();
    await page.getByText('Fix: Write "admin_vip".').waitFor();
    const request = page.getByRole('link', { name: 'Open the request' });
    expect(await request.getAttribute('href')).to.equal('/console/requests/p1-4');
    await page.getByText('vip: GET /api/boats has waited for before() of vip for 4 s').waitFor();
    expect(await page.getByText('it is broken').count()).to.equal(0);
    expect(await page.getByText('quiz: GET /api/boats').count()).to.equal(0);
    await expectAccessible(page);
    await page.unrouteAll();
  });

  it('shows the last errors of a plugin, with links to recorded requests', async () => {
    const { page } = opened();
    const request = {
      id: 'p1-4',
      time: '2026-11-24T10:21:10+08:00',
      method: 'GET',
      route: '/api/plugins/vip/vip_levels',
    };
    const error = {
      ...request,
      module: 'vip',
      message: 'The price is missing.',
      at: 'plugins/vip/services/levels.ts:42',
      recorded: true,
    };
    await page.route('**/api/console/errors?module=vip', (route) =>
      route.fulfill({ json: [error, { ...error, id: 'p1-3', recorded: false }] }),
    );
    await opened().visit('/plugins/vip');
    await page.getByRole('heading', { name: 'Last errors' }).waitFor();
    await page
      .getByRole('row', { name: /GET \/api\/plugins\/vip\/vip_levels The price is missing\. .*levels\.ts:42 p1-4/ })
      .getByRole('link', { name: 'p1-4' })
      .waitFor();
    expect(await page.getByRole('link', { name: 'p1-3' }).count()).to.equal(0);
    await page.setViewportSize({ width: 390, height: 900 });
    const wide = `document.querySelector('[aria-label="Last errors"]').scrollWidth`;
    expect(await page.evaluate<number>(wide)).to.be.at.most(390);
    await expectAccessible(page);
    await page.unrouteAll();
  });

  it('shows the changes of the next start, and offers purges of disabled plugins only', async () => {
    const { page } = opened();
    let change: object = { state: 'active', enabledAtNextStart: false };
    await page.route(/\/api\/console\/plugins(\/vip)?$/, async (route) => {
      const data = (await (await route.fetch()).json()) as object | object[];
      await route.fulfill({
        json: Array.isArray(data) ? data.map((one: object) => ({ ...one, ...change })) : { ...data, ...change },
      });
    });
    await opened().visit('/plugins');
    await page.getByRole('row', { name: /^vip 0\.1\.0 active disabled from the next start on/ }).waitFor();
    expect(await page.locator('.badge.good').count()).to.equal(0);
    change = { state: 'disabled', enabledAtNextStart: true };
    await opened().visit('/plugins/vip');
    await page.getByText('0.1.0 disabled enabled from the next start on').waitFor();
    const purge = page.getByRole('button', { name: 'Export and remove the data' });
    expect(await purge.count()).to.equal(0);
    change = { state: 'disabled', enabledAtNextStart: false };
    await page.reload();
    await page.locator('.apart').filter({ has: purge }).waitFor();
    await page.unrouteAll();
  });

  it('warns of a planned change that breaks something', async () => {
    const { page } = opened();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, 'admin');
    const change = { id: '1', plugin: 'boats', state: 'ready', breaks: true, text: 'GET /api/articles is overridden' };
    await page.route('**/api/console/plugin_packages', (route) => route.fulfill({ json: change }));
    await opened().visit('/plugins');
    await page.getByRole('button', { name: 'Show what it changes' }).click();
    await page.getByRole('alert').getByText('what this addition breaks').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/console/plugin_packages');
  });

  it('returns to the list, with the export folder, after purging a deleted plugin', async () => {
    const { page } = opened();
    await page.route('**/api/console/plugins/vip', async (route) => {
      const plugin = (await (await route.fetch()).json()) as object;
      // Only records of migrations remain.
      await route.fulfill({ json: { ...plugin, state: 'gone', tables: [] } });
    });
    await page.route('**/api/console/plugin_purges', (route) =>
      route.fulfill({ json: { plugin: 'vip', folder: 'exports/vip-1', tables: [] } }),
    );
    await opened().visit('/plugins/vip');
    await page.getByRole('button', { name: 'Export and remove the data' }).click();
    await page.getByRole('dialog').getByText('make sure that no other server does').waitFor();
    await page
      .getByRole('dialog', { name: 'Export and remove the data of vip?' })
      .getByRole('button', { name: 'Export and remove the data' })
      .click();
    await page.getByText('It was exported to exports/vip-1.').waitFor();
    await page.getByRole('heading', { name: 'Plugins', exact: true }).waitFor();
    await page.getByRole('link', { name: 'console', exact: true }).click();
    await page.getByText('exports/vip-1').waitFor({ state: 'detached' });
  });
});
