import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { expectAccessible, openConsole, signIn, type OpenConsole } from '../open_console.ts';

describe('the page Home of the console', () => {
  let opened: OpenConsole;

  before(async () => {
    opened = await openConsole();
    await opened.visit('/');
    await signIn(opened.page, 'manager');
  });
  after(() => opened.end());

  it('shows the readiness, the plugins and the findings of the doctor', async () => {
    const { page } = opened;
    await page.getByText('ready', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Plugins' }).getByRole('link', { name: 'vip' }).waitFor();
    await page.getByText(/^Notes \(\d+\)$/).click();
    await page.getByText(/\d+ answer anybody\./).waitFor();
  });

  it('draws the charts, and goes on without a reload', async () => {
    const { page, platform } = opened;
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

  it('has no fault that axe-core finds', async () => {
    await expectAccessible(opened.page);
  });

  it('speaks Chinese', async () => {
    const { page } = opened;
    await page.getByLabel('Language').selectOption('zh');
    await page.getByRole('heading', { name: '首页' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).to.equal('zh');
    await page.reload();
    await page.getByRole('heading', { name: '最近一小时' }).waitFor();
    await page.getByLabel('语言').selectOption('en');
  });

  it('asks nobody but this installation, and breaks no rule of its security policy', () => {
    const { requests, complaints, platform } = opened;
    expect(requests.filter((url) => !url.startsWith(`${platform.url}/`))).to.deep.equal([]);
    // The browser itself reports the answer to the question who is signed in.
    expect(complaints.filter((text) => !text.includes('status of 401'))).to.deep.equal([]);
  });
});
