import { expect } from 'chai';
import { signIn } from '../core/infrastructure/console/app/open_console.ts';
import { openPage, type WatchedPage } from '../core/hosting/openapi/browser.ts';
import { blocksOf } from '../support/documents.ts';
import { freePort } from '../support/free_port.mjs';
import { startOwnPlatform, type Platform } from '../support/platform.ts';
import { Proxy } from '../support/proxy.ts';

describe('An installation below a path', function () {
  this.timeout(180_000);
  let platform: Platform;
  let proxy: Proxy;
  /** Public addresses, by what the proxy does to the path. */
  const addresses = { keeps: '', removes: '' };

  before(async () => {
    const [port, removing] = [await freePort(), await freePort()];
    const [, sample] = blocksOf('docs/http.md').filter(({ language }) => language === 'nginx');
    const server = (at: number, slash: string) =>
      `server { listen 127.0.0.1:${at};
      ${sample!.text.replace('http://lectern;', `http://127.0.0.1:${port}${slash};`)} }`;
    proxy = await Proxy.start('nginx', (at) => server(at, '') + server(removing, '/'));
    Object.assign(addresses, { keeps: `${proxy.url}/lms`, removes: `http://127.0.0.1:${removing}/lms` });
    platform = await startOwnPlatform({ http: { port, publicUrl: addresses.keeps } });
  });
  after(async () => {
    await platform.stop();
    await proxy.stop();
  });

  for (const name of ['keeps', 'removes'] as const) {
    describe(`behind a proxy that ${name} the path`, () => {
      let watched: WatchedPage;
      before(async () => {
        watched = await openPage();
        watched.page.setDefaultTimeout(90_000);
      });
      after(() => watched.close());

      /** Expects that the browser has asked for nothing beside the path, and has complained about nothing. */
      const expectBelow = () => {
        const outside = watched.requests.filter((url) => !/^(https?:\/\/[^/]+\/lms(\/|$)|data:|blob:)/.test(url));
        expect({ outside, complaints: watched.complaints.splice(0) }).to.deep.equal({ outside: [], complaints: [] });
      };

      it('signs in to the console, opens a list and a page of a module, signs out', async () => {
        const { page } = watched;
        await page.goto(`${addresses[name]}/console/records?list=/api/articles`);
        await page.getByLabel('Password').waitFor();
        // The console asks whether there is a session: 401, which the browser reports.
        watched.complaints.splice(0);
        await signIn(page, 'manager');
        await page.getByRole('heading', { name: 'articles' }).waitFor();
        await page.getByRole('table').waitFor();
        const [cookie] = await page.context().cookies();
        expect(cookie).to.include({ name: 'lectern_console', path: '/lms/api' });
        await page.getByRole('link', { name: 'Memberships' }).click();
        await page.locator('vip-memberships').waitFor();
        expect(new URL(page.url()).pathname).to.equal('/lms/console/pages/vip');
        const stream = page.waitForRequest((request) => request.url().endsWith('/lms/api/console/stream'));
        await page.getByRole('link', { name: 'Home' }).click();
        await stream;
        expectBelow();
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByLabel('Password').waitFor();
        expect(await page.context().cookies()).to.deep.equal([]);
      });

      it('shows the reference, which signs in and reads the document', async () => {
        const { page } = watched;
        watched.complaints.splice(0);
        await page.goto(`${addresses[name]}/`);
        await page.getByRole('link', { name: 'API reference' }).click();
        await page.locator('#sign-in [name=username]').fill('student');
        await page.locator('#sign-in [name=password]').fill('Lectern-2026');
        await page.locator('#sign-in button').click();
        await page.getByText('Signed in as student').waitFor();
        await page.locator('#sign-out button').click();
        expectBelow();
      });

      it('gives pictures, links and notices the path', async () => {
        const { page } = watched;
        const answer = await page.request.get(`${addresses[name]}/api/courses?limit=1`);
        const { data } = (await answer.json()) as { data: { cover: { small: string } }[] };
        expect(data[0]!.cover.small).to.match(new RegExp(`^${addresses.keeps}/assets/`));
        expect((await page.request.get(data[0]!.cover.small)).status()).to.equal(200);
        expect(answer.headers()['link']).to.include('</lms/api/courses?');
      });
    });
  }
});
