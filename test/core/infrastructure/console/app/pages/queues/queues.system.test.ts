import { expect } from 'chai';
import { expectAccessible, openConsole, signIn } from '../../open_console.ts';
import { started } from '../../../../../../support/started.ts';

describe('The console page Queues', () => {
  const opened = started(openConsole);

  before(async () => {
    const { database } = opened.platform.services;
    await database.raw(`insert into events (id, name, payload) values (9001, 'thing.made', '{}')`);
    await database.raw(
      `insert into event_deliveries (id, event_id, subscriber, state, attempts, last_error, ended_at)
       values (9001, 9001, 'test.hears', 'dead', 10, 'The <b>pen</b> is broken.', now())`,
    );
    await opened.visit('/queues');
    await signIn(opened.page, 'manager');
  });

  it('shows a delivery that was given up, and retries it', async () => {
    const { page } = opened;
    const open = page.getByRole('region', { name: 'Open deliveries' });
    await open
      .getByRole('row', { name: /thing\.made test\.hears given up attempts: 10 .*The <b>pen<\/b> is broken\./ })
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Retry thing.made for test.hears' }).press('Enter');
    await open.getByRole('row', { name: /thing\.made test\.hears pending attempts: 0/ }).waitFor();
  });

  it('runs a job at once', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Run now: audit.clean' }).press('Enter');
    await page.getByText('Begun.').waitFor();
  });

  it('shows tables without scrolling at 900 and at 390 pixels', async () => {
    const { page } = opened;
    const wide = 'Array.from(document.querySelectorAll(".scroll"), (one) => one.scrollWidth - one.clientWidth)';
    for (const [width, language] of [
      [900, 'zh'],
      [900, 'en'],
      [390, 'zh'],
      [390, 'en'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByLabel(/^(Language|语言)$/).selectOption(language);
      await page.getByRole('table').nth(2).waitFor();
      expect(await page.evaluate<number[]>(wide), `${language} at ${width}`).to.deep.equal([0, 0, 0]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});
