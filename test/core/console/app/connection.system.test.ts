import { describe, it } from 'mocha';
import { signedInAt } from './open_console.ts';

describe('the connection of the console', () => {
  const opened = signedInAt('/');

  for (const [path, heading] of [
    ['/routes', 'Routes'],
    ['/settings', 'Settings'],
    ['/records', 'Records'],
    ['/pages/vip', 'Memberships'],
  ] as const)
    it(`is watched by each page, also by one that asks nothing: ${path}`, async () => {
      const { page } = opened();
      await opened().visit(path);
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      await page.route('**/api/**', (route) => route.abort());
      await page.getByText('The server does not answer.').waitFor();
      await page.unrouteAll();
      await page.getByText('The server does not answer.').waitFor({ state: 'detached' });
    });
});
