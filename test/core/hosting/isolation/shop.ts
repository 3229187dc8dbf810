import { manifest, type Files } from '../../../support/installation.ts';

const items = (address: string) => `
  import { defineResource, input, raw } from 'lectern';
  const spin = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); };
  const one = (run, accepts) => ({ open: true, returns: [raw], accepts, run });
  export default defineResource('${address}', {
    uses: ['database'],
    search: one(async ({ database }, { input: { rows = 0, before = 0, after = 0, letters = 0 } }) => {
      spin(before);
      if (rows > 0) await new Promise((done) => setTimeout(done, 5));
      const found = rows > 0 ? await database.raw('select generate_series(1, ?::int)', [rows]) : { rows: [] };
      await null;
      spin(after);
      return { rows: found.rows.length, text: 'x'.repeat(letters) };
    }, Object.fromEntries(['rows', 'before', 'after', 'letters'].map((name) => [name, input.optional(input.integer())]))),
    add: one(({ database }) => database.transaction(async () => {
      await database.raw('select 1');
      await database.raw('select 2');
      return 'done';
    })),
  });`;

/**
 * Two plugins and a core module whose requests use what their parameters say. The plugin `shop` has a job of 60 ms, `calm`
 * a subscriber.
 */
export const shop: Files = {
  'plugins/shop/module.json': manifest('shop', { requires: { jobs: '*', database: '*' } }),
  'plugins/shop/resources/items.js': items('/plugins/shop/items'),
  'plugins/shop/services.js': `
    import { asFunction, asValue, contributes } from 'lectern';
    globalThis.shopRuns = 0;
    export default {
      press: contributes('mounts', asValue({
        address: '/plugins/shop/press',
        open: true,
        handle: (_request, response) => response.send('12345'),
      })),
      sweeping: contributes('jobs', asFunction(({ database }) => ({
        name: 'shop.sweeping',
        everySeconds: 60,
        run: async () => {
          globalThis.shopRuns++;
          await database.raw('select generate_series(1, 3)');
          await new Promise((done) => setTimeout(done, 60));
        },
      }))),
    };`,
  'plugins/calm/module.json': manifest('calm', { requires: { database: '*', events: '*' } }),
  'plugins/calm/subscribers/listen.js': `
    import { subscribe } from 'lectern';
    export default subscribe('shop.sold', ({ database }) => () => database.raw('select generate_series(1, 40)'));`,
  'plugins/calm/resources/items.js': items('/plugins/calm/items'),
  'core/ground/module.json': manifest('ground', { requires: { database: '*' } }),
  'core/ground/resources/grounds.js': items('/grounds'),
};
