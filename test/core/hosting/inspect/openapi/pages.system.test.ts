import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Browser, Locator } from 'playwright-core';
import { startPlatform, type Platform } from '../../../../support/platform.ts';
import { findBrowser, noBrowser, openPage, startBrowser, type WatchedPage } from './browser.ts';

describe('the reference page in a browser', () => {
  const pictures = process.env['SCREENSHOTS'] ?? mkdtempSync(join(tmpdir(), 'lectern-page-'));
  let platform: Platform;
  let browser: Browser | undefined;
  let watched: WatchedPage;

  before(async () => {
    const path = findBrowser();
    if (path === undefined) throw new Error(noBrowser);
    platform = await startPlatform();
    browser = await startBrowser(path);
    watched = await openPage(browser);
    await watched.page.goto(`${platform.url}/docs`);
    await operation('get', '/api/articles/{id}').waitFor();
  });

  after(async () => {
    await browser?.close();
    await (platform as Platform | undefined)?.stop();
    if (!process.env['SCREENSHOTS']) rmSync(pictures, { recursive: true, force: true });
  });

  const operation = (method: string, path: string): Locator =>
    watched.page.locator(`.opblock-${method}`).filter({ has: watched.page.locator(`[data-path="${path}"]`) });

  /** Fills in the id and sends; the answer as the page shows it. */
  const tryOut = async (id: string) => {
    const article = operation('get', '/api/articles/{id}');
    await article.locator('input[placeholder="id"]').fill(id);
    const answered = watched.page.waitForResponse((response) => response.url().endsWith(`/api/articles/${id}`));
    await article.locator('.btn.execute').click();
    const sent = await answered;
    const live = article.locator('.live-responses-table .response').first();
    await live.locator('.response-col_status', { hasText: String(sent.status()) }).waitFor();
    return live.innerText();
  };

  it('says which layer answers', async () => {
    const article = operation('get', '/api/articles/{id}');
    await article.locator('.opblock-summary-control').click();
    // The page draws the body first and its extensions a moment later.
    await article.getByText('x-origin').first().waitFor();
    await article.getByText('custom/resources/articles.ts').first().waitFor();
    expect(await article.innerText()).to.contain('custom/resources/articles.ts');
  });

  it('tries a call without a credential: 401', async () => {
    await operation('get', '/api/articles/{id}').locator('.try-out__btn').click();
    expect(await tryOut('1')).to.match(/^401[^]*Authentication is required/);
  });

  it('tries a call with a token: 200 and the article', async () => {
    const { 'X-Auth-Token': token } = await platform.as('student');
    await watched.page.locator('.btn.authorize').click();
    const ofTokens = watched.page.locator('.auth-container').filter({ hasText: 'XAuthToken' });
    await ofTokens.locator('input').first().fill(token);
    await ofTokens.locator('.btn.authorize').first().click();
    await ofTokens.getByText('Logout').first().waitFor();
    await watched.page.locator('.btn-done').first().click();
    const { title } = (await platform.api.get('/api/articles/1').set({ 'X-Auth-Token': token })).body as {
      title: string;
    };
    const shown = await tryOut('1');
    await watched.page.screenshot({ path: join(pictures, 'reference.png') });
    expect(shown).to.match(/^200/);
    expect(shown).to.contain(`"title": "${title}"`);
  });

  it('lists the operations of all layers', async () => {
    await watched.page.setViewportSize({ width: 1280, height: 20_000 });
    await operation('get', `/api${platform.kernel.routes.at(-1)?.address}`).waitFor();
    for (const { methods, address } of platform.kernel.routes) {
      for (const method of methods) {
        expect(await operation(method.toLowerCase(), `/api${address}`).count(), `${method} ${address}`).to.equal(1);
      }
    }
    const layers = new Set(platform.kernel.routes.map(({ layer }) => layer));
    expect([...layers]).to.include.members(['core', 'custom']);
  });

  it('asks nobody but this installation', () => {
    const strangers = watched.requests.filter(
      (url) => !url.startsWith(`${platform.url}/`) && !/^(data|blob):/.test(url),
    );
    expect(strangers).to.deep.equal([]);
    expect(watched.requests).to.include(`${platform.url}/api/openapi.json`);
  });

  it('does nothing that its security policy forbids, and complains of nothing', () => {
    // The browser itself reports the 401 that was asked for.
    const complaints = watched.complaints.filter((text) => !text.includes('status of 401'));
    expect(complaints).to.deep.equal([]);
  });
});
