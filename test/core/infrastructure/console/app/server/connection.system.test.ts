import { signedInAt } from '../open_console.ts';

/** Longer than the console waits before it checks a silent connection, and before it repeats a failed check. */
const PAUSE_MS = 10_000;

describe('The connection check of the console', () => {
  const opened = signedInAt('/');
  before(() => opened().page.clock.install());

  for (const [path, heading] of [
    ['/routes', 'Routes'],
    ['/settings', 'Settings'],
    ['/records', 'Records'],
    ['/pages/vip', 'Memberships'],
  ] as const)
    it(`reports a lost connection, and its return, on the page ${path}`, async () => {
      const { page } = opened();
      await opened().visit(path);
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      await page.route('**/api/**', (route) => route.abort());
      await page.clock.fastForward(PAUSE_MS);
      await page.getByText('The server does not answer.').waitFor();
      await page.unrouteAll();
      await page.clock.fastForward(PAUSE_MS);
      await page.getByText('The server does not answer.').waitFor({ state: 'detached' });
    });
});
