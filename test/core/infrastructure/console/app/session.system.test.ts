import { expect } from 'chai';
import { expectAccessible, openConsole, signIn } from './open_console.ts';
import { started } from '../../../../support/started.ts';

describe('The console', () => {
  const opened = started(openConsole);

  before(async () => {
    await opened.visit('/plugins');
  });

  it('has a sign-in form that is accessible according to axe-core', async () => {
    await opened.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectAccessible(opened.page);
  });

  it('reports a wrong name or password', async () => {
    const { page } = opened;
    await page.getByLabel('Nickname, e-mail').fill('manager');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The user name or password is wrong.').waitFor();
  });

  it('refuses an account without a permission of the console', async () => {
    const { page } = opened;
    await page.getByLabel('Nickname, e-mail').fill('student');
    await page.getByLabel('Password').fill('Lectern-2026');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('none of the permissions of the console').waitFor();
  });

  it('signs in by keyboard alone, and shows the page of the address', async () => {
    const { page } = opened;
    await page.getByLabel('Nickname, e-mail').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('manager');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Lectern-2026');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Plugins' }).waitFor();
  });

  it('hides the session from scripts, and stores no secret', async () => {
    const { page } = opened;
    expect(await page.evaluate('document.cookie')).to.equal('');
    expect(await page.evaluate('Object.keys(localStorage).concat(Object.keys(sessionStorage))')).to.deep.equal([]);
  });

  it('opens each page by keyboard, and moves the focus there when the title is that of the page', async () => {
    const { page } = opened;
    await page.evaluate(`document.getElementById('main').onfocus = () => (window.titleAtFocus = document.title)`);
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    for (const title of ['Routes', 'Settings']) {
      await page.getByRole('navigation').getByRole('link', { name: title }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      expect(await page.evaluate('document.activeElement.id')).to.equal('main');
      expect(await page.evaluate('window.titleAtFocus')).to.equal(`${title} – Console`);
    }
  });

  it('shows only pages that the caller may see', async () => {
    const { page } = opened;
    const menu = await page.getByRole('navigation').getByRole('link').allInnerTexts();
    expect(menu).to.deep.equal([
      'Home',
      'Plugins',
      'Routes',
      'Requests',
      'Queues',
      'Money',
      'Records',
      'Settings',
      'Memberships',
    ]);
    await opened.visit('/nothing');
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
  });

  it('asks for the password again when the session ends while a page is open', async () => {
    const { page, platform } = opened;
    await opened.visit('/plugins');
    await page.getByRole('link', { name: 'vip' }).waitFor();
    await platform.services.database.table('user_tokens').delete();
    await page.getByRole('link', { name: 'vip' }).click();
    await page.getByText('Your session has ended.').waitFor();
    await signIn(page, 'manager');
    await page.getByRole('heading', { name: 'vip' }).waitFor();
  });

  it('keeps the input when the session ends, and fills in the user name', async () => {
    const { page, platform } = opened;
    await opened.visit('/records?list=/api/articles&record=1');
    const title = page.getByLabel('Title title');
    await title.fill('Typed before the end');
    await platform.services.database.table('user_tokens').delete();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your session has ended.').waitFor();
    expect(await page.getByLabel('Nickname, e-mail').inputValue()).to.equal('manager');
    await page.getByLabel('Password').fill('Lectern-2026');
    await page.keyboard.press('Enter');
    await page.getByText('Not done: your session had ended.').waitFor();
    expect(await page.evaluate('document.activeElement.id')).to.equal('main');
    expect(await title.inputValue()).to.equal('Typed before the end');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
  });

  it('hides pages whose permission was revoked meanwhile', async () => {
    const { page, platform } = opened;
    await opened.visit('/plugins');
    await page.getByRole('link', { name: 'vip' }).waitFor();
    const admin = await platform.as('admin');
    const { id } = (await platform.services.users.byLogin('manager'))!;
    const set = (roles: string[]) => platform.api.patch(`/api/users/${id}`).set(admin).send({ roles }).expect(200);
    await set(['ROLE_USER']);
    await page.getByRole('link', { name: 'vip' }).click();
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
    const menu = await page.getByRole('navigation').getByRole('link').allInnerTexts();
    expect(menu).to.deep.equal(['Records']);
    await set(['ROLE_USER', 'ROLE_ADMIN']);
  });

  it('ends the session with the button Sign out', async () => {
    const { page, platform } = opened;
    const count = async () => (await platform.services.database.table('user_tokens').select('id')).length;
    const before = await count();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await count()).to.equal(before - 1);
  });
});
