import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { openPage, type WatchedPage } from '../../../../../hosting/openapi/browser.ts';
import { dicePackage, PackageHost } from '../../../package_host.ts';
import { expectAccessible, signIn } from '../../open_console.ts';

// Each change starts the platform several times.
const SLOW = { timeout: 300_000 };

describe('Packages on the console page Plugins', function () {
  this.timeout(1_500_000);
  let host: PackageHost;
  let watched: WatchedPage;

  before(async () => {
    host = await PackageHost.make();
    watched = await openPage();
  });
  after(async () => {
    await watched.close();
    await host.clear();
  });

  /** Opens the page of the plugins on a server that allows changes of packages, or does not. */
  async function open(packages: boolean) {
    const { kernel } = await host.serveWith({ modules: { console: { packages } } });
    const { page } = watched;
    await page.goto(`${kernel.url}/console/plugins`);
    await signIn(page, 'admin');
    await page.getByRole('heading', { name: 'Add a plugin from a package' }).waitFor();
    return { page, kernel };
  }

  it('say where to allow them', async () => {
    const { page, kernel } = await open(false);
    await page.getByLabel('Package, such as').fill('lectern-plugin-dice');
    await page.getByRole('button', { name: 'Show what it changes' }).click();
    await page.getByRole('alert').getByText('set "modules.console.packages" to true in the configuration').waitFor();
    await kernel.stop();
  });

  it('are added from an archive or a registry, updated and removed, each after its plan', async () => {
    const { page, kernel } = await open(true);
    const go = page.getByRole('button', { name: 'Make this change of dice' });
    const confirm = async () => {
      await go.click(SLOW);
      await page.getByText('dice is changed. Restart the server to apply it.').waitFor(SLOW);
    };
    await page.getByLabel('Archive (.tgz)').setInputFiles(host.registry.pack(dicePackage('1.0.0')));
    await page.getByRole('button', { name: 'Show what it changes' }).click();
    await page.getByText('GET /api/plugins/dice/greetings').waitFor(SLOW);
    await expectAccessible(page);
    expect(existsSync(host.at('plugins.json'))).to.equal(false);
    await confirm();

    await page.goto(`${kernel.url}/console/plugins/dice`);
    await page.getByRole('heading', { name: 'Package', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Update' }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('This removes the plugin dice').waitFor(SLOW);
    await confirm();
    expect(existsSync(host.at('node_modules/lectern-plugin-dice'))).to.equal(false);

    host.registry.publish(dicePackage('1.0.0'));
    await page.goto(`${kernel.url}/console/plugins`);
    await page.getByLabel('Package, such as').fill('lectern-plugin-dice');
    await page.getByRole('button', { name: 'Show what it changes' }).click();
    await confirm();

    host.registry.publish(dicePackage('1.1.0'));
    await page.goto(`${kernel.url}/console/plugins/dice`);
    await page.getByRole('button', { name: 'Update' }).click();
    await confirm();
    expect(readFileSync(host.at('plugins.json'), 'utf8')).to.include('"1.1.0"');
    await expectAccessible(page);
  });
});
