/**
 * Bundles the pages of core's modules for browsers: `core/<module>/app/main.tsx` with its style sheet becomes
 * `dist/pages/<module>/main.js` and `main.css`, beside the module's `index.html` and pictures.
 *
 *     node core/cli/bundle_pages.mjs
 */
import { build } from 'esbuild';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const copied = ['.html', '.svg'];

rmSync(join(root, 'dist/pages'), { recursive: true, force: true });
for (const module of readdirSync(join(root, 'core'))) {
  const app = join(root, 'core', module, 'app');
  if (!existsSync(join(app, 'main.tsx'))) continue;
  const outdir = join(root, 'dist/pages', module);
  await build({
    entryPoints: [join(app, 'main.tsx')],
    outdir,
    bundle: true,
    format: 'esm',
    target: ['chrome109', 'firefox115', 'safari16'],
    tsconfig: join(app, 'tsconfig.json'),
    minify: true,
    legalComments: 'none',
    logLevel: 'error',
  });
  for (const name of readdirSync(app)) if (copied.includes(extname(name))) cpSync(join(app, name), join(outdir, name));
}
