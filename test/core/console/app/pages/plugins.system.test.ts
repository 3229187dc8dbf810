import { after, before, describe, it } from 'mocha';
import { expectAccessible, openConsole, signIn, type OpenConsole } from '../open_console.ts';

describe('the page Plugins of the console', () => {
  let opened: OpenConsole;

  before(async () => {
    opened = await openConsole();
    await opened.visit('/plugins');
    await signIn(opened.page, 'manager');
  });
  after(() => opened.end());

  it('lists the plugins with their states', async () => {
    const row = opened.page.getByRole('row').filter({ has: opened.page.getByRole('link', { name: 'vip' }) });
    await row.getByText('running').waitFor();
    await expectAccessible(opened.page);
  });

  it('shows operations, tables with their rows, migrations and settings', async () => {
    const { page } = opened;
    await page.getByRole('link', { name: 'vip' }).click();
    await page.getByRole('heading', { name: 'vip' }).waitFor();
    await page.getByRole('row', { name: /PATCH \/api\/plugins\/vip\/vip_levels\/\{levelId\}/ }).waitFor();
    await page.getByRole('row', { name: 'vip_levels 4' }).waitFor();
    await page.getByText('001_vip_levels applied').waitFor();
    await expectAccessible(page);
    await opened.visit('/plugins/console');
    await page.getByRole('row', { name: /modules\.console\.sampleSeconds 0\.5/ }).waitFor();
  });

  it('says why a plugin was not disabled', async () => {
    const { page } = opened;
    await opened.visit('/plugins/vip');
    await page.getByRole('button', { name: 'Disable' }).click();
    // Tests do not read config/local.json, which would be changed.
    await page.getByRole('alert').getByText('config/local.json is not read').waitFor();
  });
});
