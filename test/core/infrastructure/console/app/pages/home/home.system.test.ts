import { expect } from 'chai';
import { expectAccessible, signedInAt } from '../../open_console.ts';

describe('The console page Home', () => {
  // A separate platform, because it keeps the error of an operation.
  const opened = signedInAt('/', { own: true });

  it('shows the readiness, the plugins and the findings of the doctor', async () => {
    const { page } = opened();
    await page.getByText('ready', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Plugins' }).getByRole('link', { name: 'vip' }).waitFor();
    await page.getByText(/^Notes \(\d+\)$/).click();
    await page.getByText(/Routes that answer without a credential: \d+\./).waitFor();
  });

  it('shows failed plugins first and waiting requests, and renews its findings after a change', async () => {
    const { page } = opened();
    const plugins = [
      { name: 'vip', state: 'running', reason: null },
      { name: 'quiz', state: 'disabled', reason: null },
      { name: 'wreck', state: 'set aside', reason: 'It is broken.' },
    ];
    const [method, route, module, part] = ['GET', '/api/boats', 'harbour', 'before() of an operation hook'];
    const waiting = [{ id: 'r1', method, route, module, part, ms: 4_000 }];
    const json = { status: 'ready', version: '0.1.0', plugins, remarks: [], waiting };
    const examined = page.waitForRequest('**/api/console/findings');
    await page.route('**/api/console/readiness', (route) => route.fulfill({ json }));
    await page.getByRole('row').nth(1).getByText('It is broken.').waitFor();
    await examined;
    await page.getByText('GET /api/boats has waited for before() of an operation hook for 4 s').waitFor();
    await page.unroute('**/api/console/readiness');
  });

  it('shows a failed operation first, without a reload', async () => {
    const { page, platform } = opened();
    const { settings } = platform.services;
    settings.read = () => Promise.reject(new Error('The settings are gone.'));
    await platform.api.get('/api/settings/site').expect(500);
    delete (settings as Partial<typeof settings>).read;
    await page.getByRole('listitem').filter({ hasText: 'The settings are gone.' }).first().waitFor();
    const parts = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(parts).to.deep.equal(['Findings', 'Readiness', 'Last hour']);
  });

  it('shows that a plugin runs only until the next start', async () => {
    const { page, platform } = opened();
    const { env } = platform.services.installation;
    env['DISABLED_PLUGINS'] = 'quiz';
    await page.getByRole('button', { name: 'Examine again' }).click();
    const finding = page.getByRole('listitem').filter({ hasText: 'which keeps running until the next start' });
    await finding.getByRole('link', { name: 'Open the plugin' }).waitFor();
    delete env['DISABLED_PLUGINS'];
  });

  it('draws charts, and updates them without a reload', async () => {
    const { page, platform } = opened();
    const requests = page.locator('figure').filter({ hasText: 'Requests a second' });
    await requests.waitFor();
    await page
      .locator('figure')
      .filter({ hasText: 'Memory' })
      .getByText(/\d+ MB/)
      .first()
      .waitFor();
    const busy = setInterval(() => void platform.api.get('/api/settings/site').end(), 50);
    try {
      await requests
        .getByText(/^(?!0$)[\d.]+$/)
        .first()
        .waitFor();
    } finally {
      clearInterval(busy);
    }
    expect(await requests.locator('path').getAttribute('d')).to.match(/^M[\d.]+ [\d.]+h0L/);
  });

  it('is accessible according to axe-core', async () => {
    await expectAccessible(opened().page);
  });

  it('is available in Chinese', async () => {
    const { page } = opened();
    await page.getByLabel('Language').selectOption('zh');
    await page.getByRole('heading', { name: '首页' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).to.equal('zh');
    await page.reload();
    await page.getByRole('heading', { name: '最近一小时' }).waitFor();
    await page.getByLabel('语言').selectOption('en');
  });

  it('sends requests to this installation only, and obeys its security policy', () => {
    const { requests, complaints, platform } = opened();
    expect(requests.filter((url) => !url.startsWith(`${platform.url}/`))).to.deep.equal([]);
    // The browser reports the 401 of the first request for the current session.
    expect(complaints.filter((text) => !text.includes('status of 401'))).to.deep.equal([]);
  });
});
