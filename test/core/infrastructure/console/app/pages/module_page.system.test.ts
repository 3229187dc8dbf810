import { expectAccessible, signedInAt } from '../open_console.ts';
import { manifest, type Files } from '../../../../../support/installation.ts';

const scripts = {
  late: `customElements.define('harbour-late', class extends HTMLElement {
    connectedCallback() { this.append('Boats'); setTimeout(() => { throw new Error('the <b>mast</b> broke'); }, 10); }
  });`,
  broken: `throw new Error('no wind');`,
  nothing: ``,
};

/** Plugin with a page for each script. */
function plugin(): Files {
  const entries = Object.keys(scripts).map((name) => {
    const title = { en: `Harbour ${name}`, zh: name };
    const page = { name, title, requires: 'admin_user', element: `harbour-${name}`, script: `${name}.js` };
    return `${name}: contributes('consolePages', asValue(${JSON.stringify(page)}))`;
  });
  return {
    'harbour/module.json': manifest('harbour'),
    'harbour/services.ts': `import { asValue, contributes } from 'lectern';\nexport default { ${entries.join(', ')} };`,
    ...Object.fromEntries(Object.entries(scripts).map(([name, text]) => [`harbour/public/${name}.js`, text])),
  };
}

describe('Console pages of modules', () => {
  const opened = signedInAt('/', { plugins: plugin() });

  it('appear in the menu, and show levels and members of vip', async () => {
    const { page } = opened();
    await page.getByRole('navigation').getByRole('link', { name: 'Memberships' }).press('Enter');
    await page.getByRole('heading', { name: 'Memberships', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Levels' }).waitFor();
    await page.getByRole('columnheader', { name: 'Until' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'vip_levels', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'plugins/vip/vip_levels' }).waitFor();
  });

  for (const [name, problem] of [
    ['late', 'The page of the module harbour failed: Uncaught Error: the <b>mast</b> broke'],
    ['broken', 'The page of the module harbour failed: no wind'],
    [
      'nothing',
      '/assets/harbour/nothing.js does not define the element harbour-nothing; call customElements.define() there.',
    ],
  ] as const)
    it(`show their own failure, and leave the console usable: ${name}`, async () => {
      const { page } = opened();
      await opened().visit(`/pages/${name}`);
      await page.getByRole('alert').getByText(problem).waitFor();
      await expectAccessible(page);
      await page.getByRole('navigation').getByRole('link', { name: 'Plugins' }).press('Enter');
      await page.getByRole('link', { name: 'vip', exact: true }).waitFor();
    });

  it('are reported as missing if they do not exist', async () => {
    await opened().visit('/pages/ghost');
    await opened().page.getByRole('heading', { name: 'No such page' }).waitFor();
  });
});
