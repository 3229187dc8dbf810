import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';
import { expectAccessible } from '../../infrastructure/console/app/open_console.ts';
import { openPage, type WatchedPage } from './browser.ts';

describe('The reference page in a browser', () => {
  const pictures = process.env['SCREENSHOTS'] ?? mkdtempSync(join(tmpdir(), 'lectern-page-'));
  const platform = started(() => startPlatform());
  let watched: WatchedPage;

  before(async () => {
    watched = await openPage();
    await watched.page.goto(`${platform.url}/docs`);
    await operation('get', '/api/articles/{id}').waitFor();
  });

  after(async () => {
    await (watched as WatchedPage | undefined)?.close();
    if (!process.env['SCREENSHOTS']) rmSync(pictures, { recursive: true, force: true });
  });

  const operation = (method: string, path: string): Locator =>
    watched.page.locator(`.opblock-${method}`).filter({ has: watched.page.locator(`[data-path="${path}"]`) });

  /** Sends the request with this id. @returns the answer as the page shows it */
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

  it('shows the file that answers an operation', async () => {
    const article = operation('get', '/api/articles/{id}');
    await article.locator('.opblock-summary-control').click();
    // The page draws the body first and its extensions a moment later.
    await article.getByText('x-origin').first().waitFor();
    await article.getByText('custom/resources/articles.ts').first().waitFor();
    expect(await article.innerText()).to.contain('custom/resources/articles.ts');
  });

  it('shows 401 for a call without a credential', async () => {
    await operation('get', '/api/articles/{id}').locator('.try-out__btn').click();
    expect(await tryOut('1')).to.match(/^401[^]*Authentication is required/);
  });

  it('shows the article for a call with a token', async () => {
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

  it('keeps the authorization after a reload', async () => {
    await watched.page.reload();
    const article = operation('get', '/api/articles/{id}');
    await article.waitFor();
    // The address names the operation that was opened, which is open again.
    expect(watched.page.url()).to.match(/#\/articles\/get_articles_by_id$/);
    await article.locator('.try-out__btn').click();
    expect(await tryOut('1')).to.match(/^200/);
  });

  it('folds the errors of an operation', async () => {
    const declared = operation('get', '/api/articles/{id}').locator('.responses-table').last();
    const statuses = () => declared.locator(':scope > tbody > .response > .response-col_status').allInnerTexts();
    const button = operation('get', '/api/articles/{id}').locator('.btn.errors');
    expect((await statuses()).map((text) => text.trim())).to.deep.equal(['200', '304']);
    expect(await button.innerText()).to.match(/^Show \d+ errors$/);
    await button.click();
    await declared.locator(':scope > tbody > .response', { hasText: '503' }).first().waitFor();
    expect((await statuses()).map((text) => text.trim())).to.include.members(['200', '401', '404', '503']);
    expect(await button.getAttribute('aria-expanded')).to.equal('true');
    // Out of view, the operation is removed from the page.
    await watched.page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await button.waitFor({ state: 'detached' });
    await watched.page.evaluate('scrollTo(0, 0)');
    await button.waitFor();
    expect(await button.getAttribute('aria-expanded')).to.equal('true');
  });

  it('opens the operation that its address names', async () => {
    await watched.page.goto(`${platform.url}/docs?from=elsewhere#/orders/add_orders`);
    await operation('post', '/api/orders').locator('.opblock-body').waitFor();
    expect(await operation('get', '/api/articles/{id}').locator('.opblock-body').count()).to.equal(0);
  });

  it('switches to another version by a link', async () => {
    await watched.page.locator('nav').getByText('Version 1').click();
    await watched.page.getByText('This document describes version 1.').waitFor();
    await watched.page.locator('nav').getByText('Version 2').click();
    await watched.page.getByText('This document describes version 2.').waitFor();
  });

  it('lists the operations of all layers', async () => {
    await watched.page.setViewportSize({ width: 1280, height: 20_000 });
    const last = platform.kernel.routes.at(-1)!;
    await operation(last.methods[0]!.toLowerCase(), `/api${last.address}`).waitFor();
    for (const { methods, address } of platform.kernel.routes) {
      for (const method of methods) {
        expect(await operation(method.toLowerCase(), `/api${address}`).count(), `${method} ${address}`).to.equal(1);
      }
    }
    const layers = new Set(platform.kernel.routes.map(({ layer }) => layer));
    expect([...layers]).to.include.members(['core', 'custom']);
  });

  it('passes axe-core with an operation and its errors open', async () => {
    await watched.page.goto(`${platform.url}/docs?from=axe#/orders/add_orders`);
    const orders = operation('post', '/api/orders');
    await orders.locator('.btn.errors').click();
    await expectAccessible(watched.page);
  });

  it('sends requests to this installation only', () => {
    const strangers = watched.requests.filter(
      (url) => !url.startsWith(`${platform.url}/`) && !/^(data|blob):/.test(url),
    );
    expect(strangers).to.deep.equal([]);
    expect(watched.requests).to.include(`${platform.url}/api/openapi.json`);
  });

  it('violates no security policy and logs no problems', () => {
    // The browser reports the expected 401.
    // Swagger UI warns of each `_` in an address, where former versions wrote spaces as `_`.
    const expected = /status of 401|escaping deep link whitespace/;
    const complaints = watched.complaints.filter((text) => !expected.test(text));
    expect(complaints).to.deep.equal([]);
  });
});
