import { openPage, type WatchedPage } from '../../../../hosting/openapi/browser.ts';
import type { Installation } from '../../../../../support/installation.ts';
import { depot } from '../../../depot.ts';
import { expectAccessible } from '../open_console.ts';

describe('The sign-in page of a host with own accounts', () => {
  let installation: Installation;
  let watched: WatchedPage;

  before(async () => {
    installation = depot();
    const env = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info', DATA_DIR: 'memory' };
    const kernel = await installation.boot({ env });
    const url = await kernel.listen();
    watched = await openPage();
    await watched.page.goto(`${url}/console`);
  });
  after(async () => {
    await watched.close();
    await installation.clear();
  });

  it('asks for a credential of the API in place of name and password', async () => {
    const { page } = watched;
    await page.getByLabel('Access token or key').waitFor();
    await page.getByLabel('Nickname, e-mail').waitFor({ state: 'detached' });
    await expectAccessible(page);
  });

  it('refuses a wrong credential, and shows the pages of a right one', async () => {
    const { page } = watched;
    const give = async (credential: string) => {
      await page.getByLabel('Access token or key').fill(credential);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await give('key-nobody');
    await page.getByRole('alert').waitFor();
    await give('key-cara');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.getByText('cara').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'depot', exact: true }).click();
    await page.getByLabel('Gate').waitFor();
    await page.getByRole('link', { name: 'Records' }).click();
    await page.getByRole('link', { name: 'parcels' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Money' }).waitFor({ state: 'detached' });
  });
});
