import { expect } from 'chai';
import type { Dialog } from 'playwright-core';
import { signedInAt } from '../../open_console.ts';

describe('A record in the console', () => {
  const opened = signedInAt('/records');

  it('is reported as missing, like its list, without any operation', async () => {
    const { page } = opened();
    await opened().visit('/records?list=/api/nothing');
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
    await opened().visit('/records?list=/api/admin_logs&record=1');
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
    await opened().visit('/records?list=/api/articles&record=999');
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
    expect(await page.getByRole('button', { name: 'trash' }).count()).to.equal(0);
    expect(await page.title()).to.equal('articles/999 – Records – Console');
  });

  it('keeps the input if the server does not answer a save', async () => {
    const { page } = opened();
    await opened().visit('/records?list=/api/articles&record=2');
    const title = page.getByLabel('Title title');
    await title.fill('Kept');
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Not done: the server did not answer.').waitFor();
    await page.unrouteAll();
    await page.getByText('The server does not answer.').waitFor({ state: 'detached' });
    expect(await title.inputValue()).to.equal('Kept');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
  });

  it('asks before a link, the history or a closed tab discards unsaved input', async () => {
    const { page } = opened();
    await opened().visit('/records?list=/api/articles');
    await page.getByRole('link', { name: '2', exact: true }).click();
    const title = page.getByLabel('Title title');
    const address = page.url();
    await title.fill('Unsaved');
    const asked: string[] = [];
    let answer = false;
    const listen = (dialog: Dialog) => {
      asked.push(dialog.type());
      void (answer ? dialog.accept() : dialog.dismiss());
    };
    page.on('dialog', listen);
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
    await page.getByRole('link', { name: 'Plugins' }).press('Enter');
    await page.evaluate('history.go(-2)');
    await page.waitForURL(`${address}#main`);
    await title.press('End');
    const closing = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    await closing;
    expect(asked).to.deep.equal(['confirm', 'confirm', 'beforeunload']);
    expect(await title.inputValue()).to.equal('Unsaved');
    answer = true;
    await page.getByRole('link', { name: 'Plugins' }).press('Enter');
    await page.getByRole('heading', { name: 'Plugins', exact: true }).waitFor();
    await page.goBack();
    await title.waitFor();
    expect(asked.slice(3)).to.deep.equal(['confirm']);
    page.off('dialog', listen);
  });
});
