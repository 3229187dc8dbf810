import { expect } from 'chai';
import { expectAccessible, signedInAt } from '../../open_console.ts';

describe('The console page Routes', () => {
  const opened = signedInAt('/routes');

  it('lists the open routes first, in pages', async () => {
    const { page } = opened();
    await page.getByText(/^1 to 50 of \d+$/).waitFor();
    await page.getByRole('row').nth(1).getByText('open', { exact: true }).waitFor();
    await expectAccessible(page);
    const [width, room] = await page
      .getByRole('region', { name: 'Routes' })
      .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(width, 'width of the table at 1280 pixels').to.equal(room);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/^51 to 100 of \d+$/).waitFor();
  });

  it('searches by address, by keyboard alone, and by layer', async () => {
    const { page } = opened();
    await page.getByRole('search').getByLabel('Address').focus();
    await page.keyboard.type('/api/articles/{id}');
    await page.keyboard.press('Enter');
    await page.getByText(/^1 to 4 of 4$/).waitFor();
    expect(await page.evaluate('document.activeElement.name')).to.equal('q');
    await page.getByRole('search').getByLabel('Layer').selectOption('custom');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText(/^1 to 1 of 1$/).waitFor();
  });

  it('explains a route: chain with lines, input, fields of the filter, failures', async () => {
    const { page } = opened();
    await page.getByRole('link', { name: '/api/articles/{id}' }).click();
    await page.getByRole('heading', { name: 'GET /api/articles/{id}' }).waitFor();
    await page.getByText(/^custom\/resources\/articles\.ts:\d+$/).waitFor();
    await page.getByText(/^core\/platform\/articles\/resources\/articles\.ts:\d+$/).waitFor();
    await page.getByRole('region', { name: 'Article.public' }).getByText('createdTime').waitFor();
    await page.getByRole('region', { name: 'Failures' }).getByText('articleNotFound').waitFor();
    expect(await page.title()).to.equal('GET /api/articles/{id} – Routes – Console');
    await expectAccessible(page);
    await page.getByLabel('Language').selectOption('zh');
    await page.getByText(/它的模块在顺序 .*articles, custom 中排在最后/).waitFor();
    await page.getByLabel('语言').selectOption('en');
  });

  it('names a hook with code before and after the operation twice', async () => {
    const { page } = opened();
    await page.route('**/api/console/route_explanations?*', async (route) => {
      const explanation = (await (await route.fetch()).json()) as object;
      const hook = { layer: 'plugins', module: 'songs', file: 'plugins/songs/services.js' };
      await route.fulfill({ json: { ...explanation, hooks: [{ ...hook, before: true, after: true }] } });
    });
    await opened().visit('/routes/explain?method=GET&path=/api/articles/1');
    for (const time of ['before', 'after']) await page.getByText(`Hook of songs ${time} the operation:`).waitFor();
    await page.unrouteAll();
  });

  it('tries a route as a chosen account of the demo data', async () => {
    const { page } = opened();
    await opened().visit('/routes/explain?method=GET&path=/api/users/1');
    await page.getByLabel('Caller').selectOption('student');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('"code": 13').waitFor();
    await page.getByLabel('Caller').selectOption('');
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await page.getByText('"nickname": "admin"').waitFor();
    await expectAccessible(page);
  });
});
