import { expect } from 'chai';
import { describe, it } from 'mocha';
import { signedInAt } from '../open_console.ts';

describe('a record in the console', () => {
  const opened = signedInAt('/records');

  it('says that there is no such list or record, and offers nothing for it', async () => {
    const { page } = opened();
    await opened().visit('/records?list=/api/nothing');
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
    await opened().visit('/records?list=/api/admin_logs&record=1');
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
    await opened().visit('/records?list=/api/articles&record=999');
    await page.getByRole('alert').getByText('There is no such article.').waitFor();
    expect(await page.getByRole('button', { name: 'trash' }).count()).to.equal(0);
    expect(await page.title()).to.equal('articles/999 – Records – Console');
  });

  it('says that nothing was saved when the server does not answer, and keeps what was typed', async () => {
    const { page } = opened();
    await opened().visit('/records?list=/api/articles&record=2');
    const title = page.getByLabel('title', { exact: true });
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
});
