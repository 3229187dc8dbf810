import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { expectAccessible, openConsole, signIn, type OpenConsole } from '../open_console.ts';

describe('the page Settings of the console', () => {
  let opened: OpenConsole;

  before(async () => {
    opened = await openConsole();
    await opened.visit('/settings');
    await signIn(opened.page, 'manager');
  });
  after(() => opened.end());

  const stored = async () =>
    (await opened.platform.api.get('/api/settings/register').expect(200)).body as { mode: string; level: string };

  it('lists the sections of all modules', async () => {
    const { page } = opened;
    await page.getByRole('link', { name: 'site', exact: true }).waitFor();
    await page.getByRole('link', { name: 'vip', exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('changes a section, by keyboard alone, and sends changed values only', async () => {
    const { page } = opened;
    await page.getByRole('link', { name: 'register', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'mode' }).waitFor();
    await expectAccessible(page);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('combobox', { name: 'mode' }).focus();
    await page.keyboard.type('mobile');
    await page.getByRole('combobox', { name: 'level' }).focus();
    await page.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    expect((await sent).postDataJSON()).to.deep.equal({ mode: 'mobile' });
    await page.getByText('Saved.').waitFor();
    expect((await stored()).mode).to.equal('mobile');
  });

  it('resets a value to its default', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Reset mode' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await stored()).mode).to.equal('closed');
  });

  it('shows an error at its field', async () => {
    const { page } = opened;
    await opened.visit('/settings/coin');
    await page.getByRole('textbox', { name: 'rate' }).fill('many');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must be a number with at most two places', { exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'rate' }).getAttribute('aria-invalid')).to.equal('true');
  });
});
