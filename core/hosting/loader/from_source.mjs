// Loaded with `node --import`, to run TypeScript files. The copy in `core/` runs Lectern from its sources, the copy in
// `dist/` from the compiled files.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installHook } from './install_hook.mjs';

const core = new URL('../../', import.meta.url);
const ending = existsSync(new URL('index.ts', core)) ? 'ts' : 'js';
const root = fileURLToPath(new URL('../', core));
const entryPoint = (/** @type {string} */ file) => new URL(`${file}.${ending}`, core).href;

// Stacks show lines of the sources instead of the compiled code.
process.setSourceMapsEnabled(true);
await installHook({
  entryPoints: {
    lectern: entryPoint('kernel/index'),
    'lectern/core': entryPoint('index'),
    'lectern/host': entryPoint('hosting/index'),
    'lectern/testing': entryPoint('testing/index'),
  },
  ...(ending === 'ts' && { cache: { root, kept: `${root}.cache/compiled` } }),
  // The sources are next to `dist/`, which has the compiled files.
  ...(ending === 'js' && { compiledCore: { from: new URL('../../core/', core).href, to: core.href } }),
});
