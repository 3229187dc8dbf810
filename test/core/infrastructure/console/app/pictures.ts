/**
 * Takes the pictures of docs/console.md: `npm run pictures`, after a change of the console.
 */
import { join } from 'node:path';
import { projectRoot } from '../../../../support/platform.ts';
import { openConsole, signIn } from './open_console.ts';

const pages = {
  home: '/',
  plugin: '/plugins/vip',
  route: '/routes/explain?method=GET&path=/api/articles/1',
  requests: '/requests',
  queues: '/queues',
  records: '/records?list=/api/users',
  settings: '/settings/register',
};

const { page, platform, visit, end } = await openConsole({ own: true });
const busy = setInterval(() => void platform.api.get('/api/settings/site').end(), 40);
try {
  await page.setViewportSize({ width: 900, height: 560 });
  await visit('/');
  await signIn(page, 'manager');
  for (const [name, path] of Object.entries(pages)) {
    await visit(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The list of requests fills while it is shown.
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
    await page.screenshot({ path: join(projectRoot, `docs/images/console_${name}.png`) });
  }
} finally {
  clearInterval(busy);
  await end();
}
process.exit(0);
