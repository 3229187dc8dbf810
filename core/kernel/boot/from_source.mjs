// `node --import` this file to run Lectern from its TypeScript sources: tests, `npm run dev` and the benches do.
import { register } from 'node:module';

const root = new URL('../../../', import.meta.url);
const door = (/** @type {string} */ file) => new URL(file, root).href;

// Stacks name the lines of the sources, not of what they were turned into.
process.setSourceMapsEnabled(true);
register('./hook.mjs', import.meta.url, {
  data: {
    doors: {
      lectern: door('core/kernel/index.ts'),
      'lectern/core': door('core/index.ts'),
    },
  },
});
