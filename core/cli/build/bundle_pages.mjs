/**
 * Bundles the pages of modules for browsers: `core/<group>/<module>/app/main.tsx` with its style sheet becomes
 * `dist/pages/<module>/main.js` and `main.css`. Copies the HTML and SVG files of `app/` into the same folder.
 *
 *     node core/cli/build/bundle_pages.mjs
 */
import { build } from 'esbuild';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceFile } from './replace_file.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const copied = ['.html', '.svg'];

const modules = ['infrastructure', 'platform'].flatMap((group) =>
  readdirSync(join(root, 'core', group)).map((name) => join(root, 'core', group, name)),
);

for (const module of modules) {
  const app = join(module, 'app');
  if (!existsSync(join(app, 'main.tsx'))) continue;
  const outdir = join(root, 'dist/pages', basename(module));
  const { outputFiles } = await build({
    write: false,
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
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
  for (const name of readdirSync(app).filter((one) => copied.includes(extname(one))))
    replaceFile(join(outdir, name), readFileSync(join(app, name)));
}
