import { expect } from 'chai';
import { expectAccessible, signedInAt } from '../../open_console.ts';

/** Width by which the text of a cell is wider than the cell, of the worst cell. */
const overflow = "Math.max(...Array.from(document.querySelectorAll('td'), (one) => one.scrollWidth - one.clientWidth))";

describe('The use of records in the console', () => {
  const opened = signedInAt('/records');

  it('shows the chosen filters, and keeps them in the next search', async () => {
    const { page } = opened();
    for (const [path, label, word] of [
      ['/records?list=/api/articles', 'sort', 'popular'],
      ['/records?list=/api/users', 'locked', 'true'],
      ['/routes', 'Layer', 'plugins'],
    ] as const) {
      await opened().visit(path);
      const search = page.getByRole('search');
      await search.getByLabel(label).selectOption(word);
      await search.getByRole('button').click();
      await page.waitForURL(new RegExp(`=${word}`));
      expect(await search.getByLabel(label).inputValue(), path).to.equal(word);
      await search.getByRole('textbox').first().fill('nothing');
      await search.getByRole('button').click();
      await page.waitForURL(/=nothing/);
      expect(page.url(), path).to.contain(`=${word}`);
    }
  });

  it('leads back to the search and page from which a record was opened', async () => {
    const { page } = opened();
    await opened().visit('/records?list=/api/articles&sort=popular&offset=20');
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('link', { name: '← articles' }).click();
    await page.getByText(/^21 to /).waitFor();
    expect(await page.getByRole('search').getByLabel('sort').inputValue()).to.equal('popular');
  });

  it('has other buttons and questions for the trash than for a deletion, which names the title', async () => {
    const { page, platform } = opened();
    const manager = await platform.as('manager');
    const title = 'Shipwrecks of the Baltic';
    await platform.api.patch('/api/articles/2').set(manager).send({ title }).expect(200);
    await opened().visit('/records?list=/api/articles&record=2');
    await page.getByRole('button', { name: 'Move an article to the trash', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move an article to the trash' }).click();
    await page.getByText('Done: Move an article to the trash').waitFor();
    await opened().visit('/records?list=/api/articles&record=2');
    await page.getByRole('button', { name: 'Delete an article for ever', exact: true }).click();
    await page.getByRole('heading', { name: `Delete an article for ever: ${title} (articles/2)?` }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('refuses to delete an article for ever that was not in the trash when it was shown', async () => {
    const { page, platform } = opened();
    await opened().visit('/records?list=/api/articles&record=3');
    const remove = page.getByRole('button', { name: 'Move an article to the trash', exact: true });
    await remove.waitFor();
    await platform.api
      .delete('/api/articles/3')
      .set(await platform.as('manager'))
      .expect(200);
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move an article to the trash' }).click();
    await page.getByRole('alert').waitFor();
    expect(await platform.services.database.table('articles').where({ id: 3 }).select('status')).to.have.length(1);
  });

  it('breaks long words, has the same columns for all rows, and says that an address has no page', async () => {
    const { page } = opened();
    const titles: string[][] = [];
    for (const [title, source] of [
      ['x'.repeat(79), ''],
      ['y', 'z'.repeat(79)],
    ]) {
      const json = { data: [{ id: '1', title, source, status: 'published' }], paging: { total: 1 } };
      await page.route('**/api/articles?*', (route) => route.fulfill({ json }));
      await opened().visit('/records?list=/api/articles');
      await page.getByRole('cell', { name: title!, exact: true }).waitFor();
      titles.push(await page.getByRole('columnheader').allInnerTexts());
      expect(await page.evaluate(overflow)).to.be.at.most(0);
      await page.unroute('**/api/articles?*');
    }
    expect(titles[0]).to.deep.equal(titles[1]);
    for (const path of ['/records/articles/1', '/records?list=/api/articles&record=99999999']) {
      await opened().visit(path);
      await page.getByRole('heading', { name: 'No such page' }).waitFor();
    }
  });

  it('changes roles by checkboxes, and times by inputs for the local time', async () => {
    const { page, platform } = opened();
    await opened().visit('/records?list=/api/users&record=9');
    const teacher = page.getByRole('checkbox', { name: 'ROLE_TEACHER' });
    await teacher.check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const [user] = await platform.services.database.table('users').where({ id: 9 }).select('roles');
    expect((user as { roles: string[] }).roles).to.include.members(['ROLE_USER', 'ROLE_TEACHER']);
    await opened().visit('/records?list=/api/courses&record=1');
    const start = page.getByLabel('Start of the validity');
    await start.fill('2027-03-01T08:30:00');
    const sent = page.waitForRequest((one) => one.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    const seconds = await page.evaluate('new Date(2027, 2, 1, 8, 30).getTime() / 1000');
    expect((await sent).postDataJSON()).to.deep.equal({ expiryStartDate: seconds });
  });

  it('has a heading before its script arrives', async () => {
    const { page } = opened();
    await page.route('**/console/main.js', (route) => route.abort());
    await opened().visit('/records');
    await page.getByRole('heading', { name: 'Console' }).waitFor();
    await page.unroute('**/console/main.js');
  });
});
