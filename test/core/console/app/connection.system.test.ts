import { describe, it } from 'mocha';
import { signedInAt } from './open_console.ts';

describe('The connection check of the console', () => {
  const opened = signedInAt('/');

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
      await page.getByText('The server does not answer.').waitFor();
      await page.unrouteAll();
      await page.getByText('The server does not answer.').waitFor({ state: 'detached' });
    });
});
