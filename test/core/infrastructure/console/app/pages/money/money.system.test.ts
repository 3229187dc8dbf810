import { expect } from 'chai';
import { Shop } from '../../../../../platform/orders/shop.ts';
import { expectAccessible, signedInAt } from '../../open_console.ts';

describe('The console page Money', () => {
  const opened = signedInAt('/money');

  it('checks the ledger, and links to orders, refunds and the audit trail', async () => {
    const { page } = opened();
    await page.getByText('correct', { exact: true }).waitFor();
    for (const name of ['refunds', 'cash_accounts', 'admin_logs'])
      await page.getByRole('main').getByRole('link', { name, exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'orders', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'orders' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: '← Money', exact: true }).click();
    await page.getByRole('heading', { name: 'Money' }).waitFor();
  });

  it('searches payments, with links to orders, refunds, payers and payouts', async () => {
    const { page, platform } = opened();
    const shop = new Shop(platform);
    const buyer = await shop.buyer({ coins: 100_00 });
    const refunded = await shop.order(buyer, 1);
    await shop.pay(buyer, refunded, '10.00');
    await shop.post(`/orders/${refunded.sn}/refunds`, {}, await shop.known('manager')).expect(201);
    await shop.pay(buyer, await shop.order(buyer, 1), '10.00');
    await opened().visit('/money');
    await page.getByText(/The ledger is checked once a minute/).waitFor();
    await page.getByRole('link', { name: 'Payments', exact: true }).click();
    await page.getByText(/^1 to \d+ of \d+$/).waitFor();
    await expectAccessible(page);
    await page.getByRole('search').getByLabel('Type').selectOption('purchase');
    await page.getByRole('search').getByLabel('State').selectOption('paid');
    await page.getByRole('search').getByLabel('Payer').fill(buyer.nickname);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/status=paid/);
    const kept = page.getByRole('table').getByRole('row').nth(1);
    expect((await kept.innerText()).match(/\bpaid\b|\d+\.\d\d|Refunds/g)).to.deep.equal([
      'paid',
      '0.00',
      '10.00',
      '0.00',
      '0.00',
    ]);
    const row = page.getByRole('table').getByRole('row').nth(2);
    expect((await row.innerText()).match(/\brefunded\b|\d+\.\d\d|Refunds/g)).to.deep.equal([
      'refunded',
      '0.00',
      '10.00',
      '0.00',
      '10.00',
      'Refunds',
    ]);
    const order = row.getByRole('link', { name: /^\d{19,}$/ });
    const sn = await order.innerText();
    for (const [name, heading] of [
      [sn, `orders/${sn}`],
      ['Refunds', `orders/${sn}/refunds`],
      [buyer.nickname, /^users\/\d+$/],
      ['Payouts', /^cash_accounts\/\d+\/payouts$/],
    ] as const) {
      await row.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      await page.goBack();
    }
    await order.click();
    await page.getByRole('link', { name: 'refunds', exact: true }).click();
    await page.getByRole('link', { name: `← orders/${sn}`, exact: true }).click();
    await page.getByRole('link', { name: '← Payments', exact: true }).click();
    await page.waitForURL(/\/money\/payments\?.*status=paid/);
  });

  it('sums payments by day and gateway, with links to payments and unmatched reports', async () => {
    const { page, platform } = opened();
    await platform.services.database.raw(
      `insert into payment_notices (gateway, trade_sn, platform_sn, amount, outcome, received_at)
       values ('Alipay', '1', '1', 100, 'unknown', now())`,
    );
    await opened().visit('/money');
    const row = page.getByRole('region', { name: 'Last days' }).getByRole('row', { name: 'Refunds Coin' });
    expect((await row.innerText()).match(/\d+\.\d\d/g)!.slice(3)).to.deep.equal(['20.00', '10.00', '10.00']);
    await expectAccessible(page);
    await row.getByRole('link', { name: '2', exact: true }).click();
    await page.getByText('1 to 2 of 2').waitFor();
    await page.getByRole('link', { name: '← Money' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^unknown: 1$/ })
      .getByRole('link')
      .click();
    await page.getByText('1 to 1 of 1').waitFor();
    await page.getByRole('link', { name: '← Money' }).click();
    await page.getByRole('link', { name: 'Refunds' }).first().click();
    await page.getByText('1 to 1 of 1').waitFor();
  });

  it('finds the orders of a buyer by the nickname', async () => {
    const { page, platform } = opened();
    const shop = new Shop(platform);
    const buyer = await shop.known('newcomer');
    const { sn } = await shop.order(buyer, 1);
    await opened().visit('/records?list=/api/orders&back=/money');
    await page.getByRole('search').getByLabel('buyer').fill(buyer.nickname);
    await page.keyboard.press('Enter');
    await page.getByText('1 to 1 of 1').waitFor();
    await page.getByRole('row', { name: sn }).getByRole('cell', { name: buyer.nickname }).waitFor();
    await page.getByRole('link', { name: sn }).click();
    await page.getByRole('link', { name: '← orders', exact: true }).click();
    await page.getByRole('link', { name: '← Money', exact: true }).click();
    await page.getByRole('heading', { name: 'Money', exact: true }).waitFor();
  });

  it('names the wrong row of the ledger', async () => {
    const { page, platform } = opened();
    await opened().visit('/money');
    await page.getByText('correct', { exact: true }).waitFor();
    await platform.services.database.raw(
      `update accounts set balance = balance + 1 where id = (select min(id) from accounts where user_id is not null)`,
    );
    await new Shop(platform).later(60_000, async () => {
      await page.getByRole('button', { name: 'Check again' }).click();
      await page.getByText('wrong', { exact: true }).waitFor();
      await page.getByText(/its entries sum to/).waitFor();
    });
  });
});
