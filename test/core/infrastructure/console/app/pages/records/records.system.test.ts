import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible, signedInAt } from '../../open_console.ts';
import { manifest } from '../../../../../../support/installation.ts';

const resource = `
import { accepts, creates, defineFailures, fails, field, input, listOf, requires, resource, returns, shape, summary } from 'lectern';

const failures = defineFailures({ taken: [14, 409, 'Another boat has this name.'] });
const boat = shape('Boat').mode('public', { id: field.intString('Id.'), name: field.text('Name of the boat.') });
const body = { name: input.text({ maxLength: 30, description: 'Name of the boat.' }) };
const boats = [{ id: '1', name: '<b>Argo</b>' }];

@resource('/plugins/harbour/boats')
export default class Boats {
  @summary('List boats')
  @requires('harbour_boats')
  @returns(listOf(boat), 'public')
  search() {
    return boats;
  }

  @summary('Add a boat')
  @requires('harbour_boats')
  @accepts(body)
  @creates
  @fails(failures.taken)
  @returns(boat, 'public')
  add({ input }) {
    if (boats.some(({ name }) => name === input.name)) throw failures.taken();
    const made = { id: String(boats.length + 1), name: input.name };
    boats.push(made);
    return made;
  }
}
`;

/** Name, or text, of the element with the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.name || document.activeElement.innerText');
}

describe('The console page Records', () => {
  const opened = signedInAt('/records', {
    plugins: {
      'harbour/module.json': manifest('harbour', { roles: { ROLE_ADMIN: ['harbour_boats'] } }),
      'harbour/resources/boats.ts': resource,
    },
  });

  it('lists users, articles and orders first, then all other lists', async () => {
    const { page } = opened();
    await page.getByRole('link', { name: 'coupons', exact: true }).waitFor();
    const names = await page.locator('.index a').allInnerTexts();
    expect(names.slice(0, 3)).to.deep.equal(['users', 'articles', 'orders']);
    expect(names).to.include.members(['coupons', 'plugins/vip/vip_levels', 'plugins/harbour/boats']);
    await expectAccessible(page);
  });

  it('searches and pages a list, and puts the sort key into the address', async () => {
    const { page } = opened();
    await page.getByRole('link', { name: 'users', exact: true }).click();
    await page.getByText(/^1 to 20 of \d+$/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/^21 to 40 of \d+$/).waitFor();
    await page.getByRole('search').getByLabel('keyword').fill('Mara');
    await page.keyboard.press('Enter');
    await page.getByText('1 to 1 of 1').waitFor();
    await page.getByRole('row', { name: /manager/ }).waitFor();
    expect(await focused(page)).to.equal('keyword');
    await opened().visit('/records?list=/api/articles');
    await page.getByRole('search').getByLabel('sort').selectOption('popular');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/sort=popular/);
    await page.getByRole('row').nth(1).waitFor();
  });

  it('changes a record, and shows errors at their fields', async () => {
    const { page, platform } = opened();
    await opened().visit('/records?list=/api/articles&record=1');
    const title = page.getByLabel('Title title');
    await title.waitFor();
    await expectAccessible(page);
    await title.fill('x'.repeat(300));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must be text of 1 to 255 characters', { exact: true }).waitFor();
    expect(await title.getAttribute('aria-invalid')).to.equal('true');
    const id = (await title.getAttribute('id'))!;
    expect(await page.evaluate('document.activeElement.id')).to.equal(id);
    await title.fill('A changed title');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('definition').filter({ hasText: 'A changed title' }).waitFor();
    expect(await focused(page)).to.equal('Save');
    const row = await platform.services.database.table('articles').where({ id: 1 }).first('title');
    expect(row).to.deep.equal({ title: 'A changed title' });
  });

  it('offers both changes if the record was changed meanwhile', async () => {
    const { page, platform } = opened();
    await opened().visit('/records?list=/api/articles&record=1');
    const title = page.getByLabel('Title title');
    await title.fill('Mine');
    const manager = await platform.as('manager');
    await platform.api.patch('/api/articles/1').set(manager).send({ title: 'Theirs' }).expect(200);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: 'title A changed title Theirs Mine' }).waitFor();
    const message = page.getByRole('alert').getByRole('paragraph').first();
    expect(await message.innerText()).to.contain('Take the other change, or keep yours and overwrite it.');
    expect(await message.innerText()).not.to.contain('read it again');
    await page.getByRole('button', { name: 'Take the other change' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep your change' }).click();
    await page.getByText('Saved.').waitFor();
    const row = await platform.services.database.table('articles').where({ id: 1 }).first('title');
    expect(row).to.deep.equal({ title: 'Mine' });
  });

  it('adds a record to the list of a plugin, by keyboard alone', async () => {
    const { page } = opened();
    await opened().visit('/records?list=/api/plugins/harbour/boats');
    await page.getByRole('link', { name: 'Add a record' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('name').focus();
    await page.keyboard.type('Pequod');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: 'Pequod' }).waitFor();
    await page.getByText('Added.').waitFor();
  });

  it('shows the reason of a conflict, and names with markup as text', async () => {
    const { page } = opened();
    await opened().visit('/records?list=/api/plugins/harbour/boats');
    await page.getByRole('cell', { name: '<b>Argo</b>' }).waitFor();
    await page.getByRole('link', { name: 'Add a record' }).click();
    await page.getByLabel('name').fill('Pequod');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').getByText('Another boat has this name.').waitFor();
  });

  it('removes a record after confirmation, and opens the lists below a record', async () => {
    const { page, platform } = opened();
    await opened().visit('/records?list=/api/courses&record=1');
    await page.getByRole('link', { name: 'members', exact: true }).click();
    await page.getByRole('heading', { name: 'courses/1/members' }).waitFor();
    await page.getByText(/of \d+$/).waitFor();
    await opened().visit('/records?list=/api/articles&record=1');
    const remove = page.getByRole('button', { name: 'Move an article to the trash' });
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move an article to the trash' }).click();
    await page.waitForURL(/list=%2Fapi%2Farticles$/);
    await page.getByText('Done: Move an article to the trash').waitFor();
    const row = await platform.services.database.table('articles').where({ id: 1 }).first('status');
    expect(row).to.deep.equal({ status: 'trash' });
  });
});
