import { expect } from 'chai';
import { expectAccessible, signedInAt } from '../../open_console.ts';

describe('Adding a record in the console', () => {
  const opened = signedInAt('/records');

  it('shows a secret key once, copies it, and replaces it', async () => {
    const { page } = opened();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await opened().visit('/records?list=/api/applications&add=1');
    await page.getByLabel('name').fill('Timetable');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const secret = page.getByRole('alert').getByLabel('secretKey');
    const first = await secret.inputValue();
    expect(first).to.match(/^\w{20,}$/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(first);
    await page.getByRole('link', { name: 'Open the record' }).click();
    await page.getByRole('button', { name: 'Replace the secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click();
    await secret.waitFor();
    expect(await secret.inputValue())
      .to.match(/^\w{20,}$/)
      .and.not.equal(first);
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('button', { name: 'Replace the secret' }).waitFor();
    expect(await page.content()).not.to.contain(first);
  });

  it('creates a user from the list of users, and changes the user', async () => {
    const { page, platform } = opened();
    await opened().visit('/records?list=/api/users');
    await page.getByRole('link', { name: 'Add a record' }).click();
    await page.getByText('Create a user').waitFor();
    await page.getByLabel('nickname').fill('grace');
    await page.getByLabel('password').fill('A-long-password');
    for (const name of ['ROLE_USER', 'ROLE_TEACHER']) await page.getByRole('checkbox', { name }).check();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: /^users\/\d+$/ }).waitFor();
    await page.getByText('Added.').waitFor();
    await page.getByLabel('title').fill('Dr.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const row = await platform.services.database.table('users').where({ nickname: 'grace' }).first('title', 'roles');
    expect(row).to.deep.equal({ title: 'Dr.', roles: ['ROLE_USER', 'ROLE_TEACHER'] });
  });
});
