import { manifest, type Files } from '../../../support/installation.ts';

const data = JSON.stringify({ words: ['Emma', 'Émile'] });

/** Resource that reads a JSON file in every way of Node, in TypeScript or in JavaScript. */
const resourceOf = (name: string) => `
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { defineResource, raw } from 'lectern';
import imported from '../data.json' with { type: 'json' };
import * as namespace from '../data.json' with { type: 'json' };
import { again } from '../again.js';

export default defineResource('/plugins/${name}/ways', {
  search: {
    open: true,
    returns: [raw],
    run: async () => {
      const dynamic = await import('../data.json', { with: { type: 'json' } });
      const required = createRequire(import.meta.url)('../data.json');
      const read = JSON.parse(readFileSync(new URL('../data.json', import.meta.url), 'utf8'));
      return [imported, namespace.default, again, dynamic.default, required, read].map(({ words }) => words.join());
    },
  },
});`;

const test = (name: string) => `
import { createTestKernel, expect } from 'lectern/testing';
import imported from '../data.json' with { type: 'json' };

it('reads JSON in every way', async () => {
  const kernel = await createTestKernel();
  const { body } = await kernel.api.get('/api/plugins/${name}/ways').expect(200);
  expect(body).to.deep.equal(Array(6).fill(imported.words.join()));
  await kernel.stop();
});`;

const pluginOf = (name: string, ending: 'ts' | 'js'): Files => ({
  [`plugins/${name}/module.json`]: manifest(name),
  [`plugins/${name}/data.json`]: data,
  [`plugins/${name}/again.${ending}`]: `export { default as again } from './data.json' with { type: 'json' };`,
  [`plugins/${name}/resources/ways.${ending}`]: resourceOf(name),
  [`plugins/${name}/test/ways.test.${ending}`]: test(name),
});

/** Names of the plugins. */
export const jsonPlugins = ['typed', 'plain'] as const;

/** Two plugins with JSON modules, one in TypeScript and one in JavaScript. */
export const jsonModules: Files = { ...pluginOf('typed', 'ts'), ...pluginOf('plain', 'js') };

/** Answer of each plugin: six ways to read the same words. */
export const waysOfJson = Array.from({ length: 6 }, () => 'Emma,Émile');
