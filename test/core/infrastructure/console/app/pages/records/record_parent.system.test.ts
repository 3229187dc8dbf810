import { expect } from 'chai';
import { Shop } from '../../../../../platform/orders/shop.ts';
import { expectAccessible, signedInAt } from '../../open_console.ts';

describe('An irreversible operation in the console', () => {
  const opened = signedInAt('/records');
  let shop: Shop;

  before(() => {
    shop = new Shop(opened().platform);
  });

  it('has a button with its summary, and asks first with amounts and payments', async () => {
    const { page, platform } = opened();
    const buyer = await shop.buyer({ coins: 100_00 });
    const { sn } = await shop.order(buyer, 1);
    await shop.pay(buyer, { id: '', sn }, '10.00');
    const refunds = () => platform.services.database.table('refunds').select('reason');
    await opened().visit(`/records?list=/api/orders&sn=${sn}`);
    await page.getByRole('link', { name: sn }).click();
    await page.getByRole('link', { name: 'refunds', exact: true }).click();
    await page.getByRole('link', { name: 'Refund an order' }).waitFor();
    expect(await page.getByRole('link', { name: 'Add a record' }).count()).to.equal(0);
    await page.getByRole('link', { name: `← orders/${sn}` }).click();
    await page.getByRole('link', { name: 'Refund an order' }).click();
    await page.getByText('The whole payment goes back').first().waitFor();
    await page.getByLabel('reason').fill('asked for it');
    await page.getByRole('button', { name: 'Refund an order' }).click();
    const dialog = page.getByRole('dialog', { name: `Refund an order: orders/${sn}/refunds?` });
    expect(await dialog.getByRole('paragraph').nth(0).innerText()).to.equal(
      `10.00 coins go back to ${buyer.nickname}.`,
    );
    expect(await dialog.getByRole('paragraph').nth(1).innerText()).to.equal('The order is paid.');
    const figure = (name: string) => dialog.locator('div', { has: page.getByText(name, { exact: true }) });
    await dialog.getByText('The owner loses the goods, and a coupon stays used.').waitFor();
    expect(await figure('Status').getByRole('definition').innerText()).to.equal('paid');
    expect(await figure('Coins that were paid').getByRole('definition').innerText()).to.equal('10.00');
    expect(await figure('Name of the goods when they were ordered').innerText()).to.contain('Course 1');
    const owner = figure('Nickname of the user who made the order');
    expect(await owner.getByRole('definition').innerText()).to.equal(buyer.nickname);
    await dialog.getByRole('region', { name: 'trades' }).getByRole('cell', { name: buyer.nickname }).waitFor();
    expect(await figure('Reason of the refund').innerText()).to.contain('asked for it');
    await dialog.getByRole('region', { name: 'trades' }).getByRole('cell', { name: 'Coin' }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 400 });
    const cancel = (await dialog.getByRole('button', { name: 'Cancel' }).boundingBox())!;
    expect(cancel.y + cancel.height, 'end of the answers of a question that is higher than the window').below(400);
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await refunds()).to.deep.equal([]);
    await page.getByRole('button', { name: 'Refund an order' }).click();
    await dialog.getByRole('button', { name: 'Refund an order' }).click();
    await page.getByText('Done: Refund an order').waitFor();
    expect(await refunds()).to.deep.equal([{ reason: 'asked for it' }]);
  });

  it('is offered only in the states that its documentation allows', async () => {
    const { page, platform } = opened();
    const { rows } = await platform.services.database.raw<{ sn: string }>('select order_sn as sn from refunds');
    const { sn } = await shop.order(await shop.buyer(), 1);
    const close = page.getByRole('button', { name: 'Close an unpaid order' });
    const refund = page.getByRole('link', { name: 'Refund an order' });
    for (const [order, offered] of [
      [sn, 1],
      [rows[0]!.sn, 0],
    ] as const) {
      await opened().visit(`/records?list=/api/orders&record=${order}`);
      await page.getByRole('link', { name: 'refunds', exact: true }).waitFor();
      expect([await close.count(), await refund.count()]).to.deep.equal([offered, 0]);
    }
    await page.getByRole('link', { name: 'refunds', exact: true }).click();
    await page.getByRole('row').nth(1).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await refund.count()).to.equal(0);
    await expectAccessible(page);
  });

  it('links back to its list and its record by name', async () => {
    const { page, platform } = opened();
    const { rows } = await platform.services.database.raw<{ sn: string }>('select order_sn as sn from refunds');
    const { sn } = rows[0]!;
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.getByRole('heading', { name: `orders/${sn}/refunds/` }).waitFor();
    expect(await page.title()).to.match(new RegExp(`^orders/${sn}/refunds/\\d+ – Records – Console$`));
    await page.getByRole('link', { name: `← orders/${sn}/refunds` }).click();
    await page.getByRole('link', { name: `← orders/${sn}`, exact: true }).click();
    await page.getByRole('heading', { name: `orders/${sn}`, exact: true }).waitFor();
    await page.getByRole('link', { name: '← orders', exact: true }).click();
    await page.getByRole('heading', { name: 'orders', exact: true }).waitFor();
  });
});
