import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Browser, Locator } from 'playwright-core';
import { startPlatform, type Platform } from '../../../../support/platform.ts';
import { findBrowser, noBrowser, openPage, startBrowser, type WatchedPage } from './browser.ts';

type Sample = 'curl' | 'JavaScript' | 'Python' | 'PHP';

describe('a visit of the reference page on a phone', () => {
  let platform: Platform;
  let browser: Browser | undefined;
  let watched: WatchedPage;

  before(async () => {
    const path = findBrowser();
    if (path === undefined) throw new Error(noBrowser);
    platform = await startPlatform();
    browser = await startBrowser(path);
    watched = await openPage(browser);
    await watched.page.setViewportSize({ width: 390, height: 844 });
    await watched.page.goto(`${platform.url}/docs`);
    await watched.page.locator('#sign-in').waitFor();
  });
  after(async () => {
    await browser?.close();
    await (platform as Platform | undefined)?.stop();
  });

  const operation = (id: string): Locator => watched.page.locator(`[id="operations-${id.replace('/', '-')}"]`);

  /** Opens an operation by its address, sends a body from the page, and returns what the server answers. */
  const send = async (id: string, path: string, body: object) => {
    await watched.page.goto(`${platform.url}/docs?opened=${id}#/${id}`);
    const place = operation(id);
    await place.locator('.try-out__btn').click();
    await place.locator('textarea.body-param__text').fill(JSON.stringify(body));
    const answered = watched.page.waitForResponse((response) => response.url() === `${platform.url}${path}`);
    await place.locator('.btn.execute').click();
    const answer = await answered;
    await place.locator('.live-responses-table .response-col_status').getByText(String(answer.status())).waitFor();
    return { status: answer.status(), body: (await answer.json()) as Record<string, string> };
  };
  const sample = async (id: string, name: Sample): Promise<string> => {
    const snippets = operation(id).locator('.request-snippets');
    await snippets.locator('.btn', { hasText: name }).click();
    return snippets.locator('pre, .highlight-code, .curl').last().innerText();
  };

  it('refuses a wrong password in words of the API', async () => {
    const form = watched.page.locator('#sign-in');
    await form.locator('[name=password]').fill('wrong');
    await form.locator('button').click();
    await watched.page.locator('#sign-in-problem').getByText('The user name or password is wrong.').waitFor();
  });

  it('signs in with the demo account that the form has, also after a reload', async () => {
    await watched.page.reload();
    const form = watched.page.locator('#sign-in');
    await form.locator('button').click();
    await watched.page.getByText('Signed in as student').waitFor();
    await watched.page.reload();
    await watched.page.getByText('Signed in as student').waitFor();
    expect(await form.isHidden()).to.equal(true);
  });

  it('creates an order and pays it', async () => {
    const order = await send('orders/add_orders', '/api/orders', { targetType: 'course', targetId: '1' });
    expect(order.status).to.equal(200);
    const coins = { coinAmount: '10.00', payPassword: 'hiswBkbHdujHJGAK' };
    const payment = { gateway: 'Coin', type: 'purchase', orderSn: order.body['sn'], ...coins };
    const trade = await send('payments/add_trades', '/api/trades', payment);
    expect(trade.status).to.equal(200);
    const student = await platform.as('student');
    const { body } = await platform.api.get(`/api/orders/${order.body['sn']}`).set(student);
    expect(body).to.include({ status: 'paid' });
  });

  it('shows the request in curl, JavaScript, Python and PHP', async () => {
    await send('orders/add_orders', '/api/orders', { targetType: 'course', targetId: '30', couponCode: "it's \\ 1" });
    const id = 'orders/add_orders';
    expect(await sample(id, 'curl')).to.match(/^curl -X 'POST'/);
    expect(await sample(id, 'Python'))
      .to.contain('response = requests.request(\n    "POST",')
      .and.contain('data="{');
    expect(await sample(id, 'PHP'))
      .to.contain("CURLOPT_CUSTOMREQUEST => 'POST'")
      .and.contain("it\\'s");
    const text = await sample(id, 'JavaScript');
    const printed: unknown[] = [];
    const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
    await (AsyncFunction('console', text)({ log: (...all: unknown[]) => printed.push(...all) }) as Promise<void>);
    expect(printed[0]).to.equal(400);
    expect(printed[1]).to.contain('"code":2003');
  });

  it('fits the width of the screen', async () => {
    const width = await watched.page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).to.be.at.most(390);
  });

  it('signs out: the token is revoked and forgotten', async () => {
    const revoked = watched.page.waitForResponse((response) => response.url().endsWith('/api/tokens/current'));
    await watched.page.locator('#sign-out button').click();
    expect((await revoked).status()).to.equal(200);
    await watched.page.locator('#sign-in').waitFor();
    await watched.page.reload();
    await watched.page.locator('#sign-in').waitFor();
  });

  it('does nothing that its security policy forbids, and complains of nothing', () => {
    const expected = /status of 40[01]|escaping deep link whitespace/;
    expect(watched.complaints.filter((text) => !expected.test(text))).to.deep.equal([]);
  });
});
