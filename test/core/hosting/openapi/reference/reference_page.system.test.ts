import { expect } from 'chai';
import { eventually } from '../../../../support/eventually.ts';
import { ReferenceVisitor } from '../reference_visitor.ts';

const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

describe('The reference page for a visitor', function () {
  this.timeout(180_000);
  let visitor: ReferenceVisitor;

  before(async () => {
    visitor = await ReferenceVisitor.arrive(desktop);
  });
  after(() => (visitor as ReferenceVisitor | undefined)?.leave());

  it('shows the error message of the API for a wrong password', async () => {
    const form = visitor.page.locator('#sign-in');
    await form.locator('[name=password]').fill('wrong');
    await form.locator('button').click();
    await visitor.page.locator('#sign-in-problem').getByText('The user name or password is wrong.').waitFor();
  });

  it('keeps scroll position and input when the reader signs in and out', async () => {
    await visitor.page.goto(`${visitor.platform.url}/docs?from=a_link#/orders/add_orders`);
    const place = visitor.operation('orders/add_orders');
    await place.locator('.try-out__btn').click();
    const body = place.locator('textarea.body-param__text');
    await body.fill('{"typed": 1}');
    const position = () => visitor.page.evaluate<number>('scrollY');
    const before = await position();
    expect(before).to.be.greaterThan(0);
    await visitor.signIn();
    await visitor.page.locator('#sign-out button').click();
    await visitor.page.locator('#sign-in').waitFor();
    expect(await position()).to.equal(before);
    expect(await body.inputValue()).to.equal('{"typed": 1}');
  });

  it('scrolls the operation of a link below the navigation bar', async () => {
    await visitor.page.goto(`${visitor.platform.url}/docs?from=another#/articles/get_articles_by_id`);
    const isBelow = `(() => {
      const top = document.getElementById('operations-articles-get_articles_by_id')?.getBoundingClientRect().top;
      return top > document.querySelector('nav').offsetHeight - 1 && top < innerHeight / 2;
    })()`;
    await visitor.operation('articles/get_articles_by_id').waitFor();
    await eventually(async () => expect(await visitor.page.evaluate(isBelow)).to.equal(true));
  });

  it('resolves the references of an opened operation, without examples of optional parameters', async () => {
    const opened = async (id: string, path: string) => {
      await visitor.page.goto(`${visitor.platform.url}/docs?from=${id}#/articles/${id}`);
      await visitor.operation(`articles/${id}`).locator('.parameters-container').waitFor();
      return visitor.page.evaluate<any>(`ui.specSelectors.specResolvedSubtree(['paths', '${path}', 'get']).toJS()`);
    };
    const { parameters } = await opened('search_articles', '/api/articles');
    const names = parameters.map(({ name }: { name: string }) => name);
    expect(names).to.include.members(['limit', 'status']);
    expect(parameters.filter((one: object) => 'example' in one)).to.deep.equal([]);
    const { responses } = await opened('search_article_categories_tree', '/api/article_categories/tree');
    const { schema } = responses['200'].content['application/json'];
    expect(schema.items.properties).to.include.keys('name');
    // A schema that contains itself.
    expect(schema.items.properties.children.items).to.deep.equal({ $ref: '#/components/schemas/ArticleCategoryTree' });
  });

  it('finds operations by all words of a search, and says when none match', async () => {
    await visitor.page.goto(`${visitor.platform.url}/docs?from=a_search`);
    const field = visitor.page.getByLabel('Search the operations');
    const found = visitor.page.locator('.opblock-summary-path');
    // Words of its summary and of its path.
    await field.fill('UNPAID /orders/');
    await visitor.page.getByText('Close an unpaid order').waitFor();
    expect(await found.count()).to.equal(1);
    await field.fill('pinakothek orders');
    const none = visitor.page.getByRole('status');
    await none.waitFor();
    expect(await none.innerText()).to.equal(
      'No operation has all words of "pinakothek orders". Search for fewer words, such as a part of its path or summary.',
    );
    await field.fill('');
    await found.first().waitFor();
  });

  it('signs in with the demo account, and stays signed in after a reload', async () => {
    await visitor.page.reload();
    await visitor.signIn();
    await visitor.page.reload();
    await visitor.page.getByText('Signed in as student').waitFor();
    expect(await visitor.page.locator('#sign-in').isHidden()).to.equal(true);
  });

  it('creates an order, pays it, and reads it as paid on a phone', async () => {
    const order = await visitor.send('orders/add_orders', { body: { targetType: 'course', targetId: '1' } });
    expect(order.status).to.equal(200);
    const coins = { coinAmount: '10.00', payPassword: 'hiswBkbHdujHJGAK' };
    const body = { gateway: 'Coin', type: 'purchase', orderSn: order.body.sn, ...coins };
    expect(await visitor.send('payments/add_trades', { body })).to.include({ status: 200 });
    await visitor.page.setViewportSize(phone);
    const paid = await visitor.send('orders/get_orders_by_sn', { parameters: { sn: order.body.sn } });
    expect(paid.body).to.include({ sn: order.body.sn, status: 'paid' });
  });

  // With an operation and its answer open.
  for (const [device, viewport] of Object.entries({ 'a phone': phone, 'a desktop': desktop }))
    it(`fits the width of the screen of ${device}`, async () => {
      await visitor.page.setViewportSize(viewport);
      const width = await visitor.page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).to.be.at.most(viewport.width);
    });

  it('revokes and forgets the token at the sign-out', async () => {
    const revoked = visitor.page.waitForResponse((response) => response.url().endsWith('/api/tokens/current'));
    await visitor.page.locator('#sign-out button').click();
    expect((await revoked).status()).to.equal(200);
    await visitor.page.locator('#sign-in').waitFor();
    await visitor.page.reload();
    await visitor.page.locator('#sign-in').waitFor();
  });

  it('violates no security policy and logs no problems', () => {
    const expected = /status of 40[01]|escaping deep link whitespace/;
    expect(visitor.watched.complaints.filter((text) => !expected.test(text))).to.deep.equal([]);
  });
});
