import { after, before, describe, it } from 'mocha';
import { expectAccessible, openConsole, signIn, type OpenConsole } from '../open_console.ts';

describe('the page Routes of the console', () => {
  let opened: OpenConsole;

  before(async () => {
    opened = await openConsole();
    await opened.visit('/routes');
    await signIn(opened.page, 'manager');
  });
  after(() => opened.end());

  it('lists the open routes first, in pages', async () => {
    const { page } = opened;
    await page.getByText(/^1 to 50 of \d+$/).waitFor();
    await page.getByRole('row').nth(1).getByText('open', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/^51 to 100 of \d+$/).waitFor();
  });

  it('searches by address, by keyboard alone, and by layer', async () => {
    const { page } = opened;
    await page.getByRole('search').getByLabel('Address').focus();
    await page.keyboard.type('/api/articles/{id}');
    await page.keyboard.press('Enter');
    await page.getByText(/^1 to 4 of 4$/).waitFor();
    await page.getByRole('search').getByLabel('Layer').selectOption('custom');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText(/^1 to 1 of 1$/).waitFor();
  });

  it('explains a route: chain with lines, input, fields of the filter, failures', async () => {
    const { page } = opened;
    await page.getByRole('link', { name: '/api/articles/{id}' }).click();
    await page.getByRole('heading', { name: 'GET /api/articles/{id}' }).waitFor();
    await page.getByText(/^custom\/resources\/articles\.ts:\d+$/).waitFor();
    await page.getByText(/^core\/articles\/resources\/articles\.ts:\d+$/).waitFor();
    await page.getByRole('region', { name: 'Article.public' }).getByText('createdTime').waitFor();
    await page.getByRole('region', { name: 'Failures' }).getByText('articleNotFound').waitFor();
    await expectAccessible(page);
  });
});
