// `node --import` this file to run TypeScript beside Lectern, and Lectern itself where this is the one of its sources:
// tests, `npm run dev` and the benches do.
import { existsSync } from 'node:fs';
import { installHook } from './install_hook.mjs';

const core = new URL('../../', import.meta.url);
const ending = existsSync(new URL('index.ts', core)) ? 'ts' : 'js';
const door = (/** @type {string} */ file) => new URL(`${file}.${ending}`, core).href;

// Stacks name the lines of the sources, not of what they were turned into.
process.setSourceMapsEnabled(true);
await installHook({
  doors: {
    lectern: door('kernel/index'),
    'lectern/core': door('index'),
    'lectern/host': door('hosting/index'),
    'lectern/testing': door('testing/index'),
  },
  // The sources stand beside `dist/`, where the compiled files are.
  ...(ending === 'js' && { compiledCore: { from: new URL('../../core/', core).href, to: core.href } }),
});
