import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible, signIn, signedInAt } from '../open_console.ts';

describe('The console page Settings', () => {
  const opened = signedInAt('/settings');

  const stored = async () =>
    (await opened().platform.api.get('/api/settings/register').expect(200)).body as { mode: string; level: string };

  it('lists the sections of all modules', async () => {
    const { page } = opened();
    await page.getByRole('link', { name: 'site', exact: true }).waitFor();
    await page.getByRole('link', { name: 'vip', exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('changes a section, by keyboard alone, and sends changed values only', async () => {
    const { page } = opened();
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
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('row', { name: /manager mode: "\w*" mode: "mobile"/ }).waitFor();
    await expectAccessible(page);
  });

  it('resets a value to its default', async () => {
    const { page } = opened();
    await page.getByRole('button', { name: 'Reset mode' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await stored()).mode).to.equal('closed');
  });

  it('reports a missing section, and translates the initial value of a switch', async () => {
    const { page } = opened();
    await opened().visit('/settings/nope');
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
    await page.getByLabel('Language').selectOption('zh');
    await opened().visit('/settings/register');
    await page.getByText(/初始值：[是否]。/).waitFor();
    await page.getByLabel('语言').selectOption('en');
  });

  it('refuses an empty value that the server ignores, and stores an optional one', async () => {
    const { page } = opened();
    await opened().visit('/settings/coin');
    await page.getByRole('textbox', { name: 'rate' }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must not be empty: the server ignores an empty value').waitFor();
    await page.getByRole('alert').getByText('Nothing was saved.').waitFor();
    await page.getByRole('button', { name: 'Reset rate' }).click();
    await opened().visit('/settings/site');
    const logo = page.getByRole('textbox', { name: 'logo' });
    for (const text of ['/logo.png', '']) {
      await logo.fill(text);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      expect(await logo.inputValue()).to.equal(text);
    }
  });

  it('refuses an empty name of the school, and marks the field', async () => {
    const { page } = opened();
    await opened().visit('/settings/site');
    const name = page.getByRole('textbox', { name: 'name' });
    await name.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('The parameter "name" must be text that is not blank.').waitFor();
    expect(await name.getAttribute('aria-invalid')).to.equal('true');
  });

  const sitePage = async (given: Page) => {
    await given.goto(`${opened().platform.url}/console/settings/site`);
    return given.getByRole('textbox', { name: 'name' });
  };

  it('offers both changes if another manager has changed the section meanwhile', async () => {
    const { page, platform } = opened();
    const context = await page.context().browser()?.newContext({ locale: 'en-GB' });
    const other = await context?.newPage();
    if (!other) throw new Error('There is no second page.');
    const mine = await sitePage(page);
    const theirs = await sitePage(other);
    await signIn(other, 'admin');
    const site = async () => ((await platform.api.get('/api/settings/site')).body as { name: string }).name;
    const before = await mine.inputValue();
    for (const [kept, button, shown] of [
      ['Mine', 'Keep your change', 'Saved.'],
      ['Theirs', 'Take the other change', 'The present values are shown.'],
    ] as const) {
      await other.reload();
      await mine.fill('Mine');
      await theirs.fill('Theirs');
      await other.getByRole('button', { name: 'Save' }).click();
      await other.getByText('Saved.').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('row', { name: /^Name of the school name .* Theirs Mine$/ }).waitFor();
      await expectAccessible(page);
      expect(await site(), 'before the choice').to.equal('Theirs');
      await page.getByRole('button', { name: button }).click();
      await page.getByText(shown).waitFor();
      expect([await site(), await mine.inputValue()]).to.deep.equal([kept, kept]);
      await mine.fill(before);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
    }
    await context?.close();
  });
});
