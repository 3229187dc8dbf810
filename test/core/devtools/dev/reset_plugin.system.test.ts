import { expect } from 'chai';
import { createKernel, type Kernel } from 'lectern/host';
import { started } from '../../../support/started.ts';
import { BuiltProgram } from '../../cli/built_program.ts';
import { FixtureInstallation, shop } from '../../cli/fixture_installation.ts';

const ready = /Lectern is ready at (http:[^\s"]+)/;
const deliveries = "select count(*)::int4 as count from event_deliveries where subscriber = 'shop.hear'";

describe('lectern dev --reset', function () {
  this.timeout(120_000);
  const place = started(() =>
    FixtureInstallation.makeMigrated({
      ...shop(),
      'config/default.json': '{ "demo": true }',
      'plugins/shop/demo.js': `export default ({ database }) => database.table('goods').insert({ name: 'demo' });`,
    }),
  );

  /** Works on the database while no server runs, without deliveries. */
  async function inside<T>(work: (kernel: Kernel) => Promise<T>): Promise<T> {
    const config = { demo: false, log: { level: 'silent' }, modules: { events: { enabled: false } } };
    const kernel = await createKernel({ root: place.root, env: place.env(), config });
    try {
      await kernel.start();
      return await work(kernel);
    } finally {
      await kernel.stop();
    }
  }

  /** Runs the command until the server is ready. @returns the answer of the plugin, and the output before */
  async function reset(): Promise<{ goods: unknown; output: string }> {
    const dev = new BuiltProgram(place.root, ['dev', '--reset', 'shop'], place.env());
    try {
      const url = await dev.prints(ready);
      return { goods: await (await fetch(`${url}/api/plugins/shop/goods`)).json(), output: dev.output };
    } finally {
      await dev.end('SIGTERM');
    }
  }

  it('drops tables and waiting events, and loads the demo data again', async () => {
    await inside(async ({ services: { database } }) => {
      await database.raw("insert into goods (name) values ('pen')");
      await database.raw("insert into events (name, payload) values ('thing.made', '{}')");
      await database.raw("insert into event_deliveries (event_id, subscriber) select id, 'shop.hear' from events");
    });
    const { goods, output } = await reset();
    expect(output).to.include('Dropped the tables of shop: bought, buyers, goods.\n');
    expect(goods).to.deep.equal([{ name: 'demo' }]);
    await inside(async ({ services: { database } }) => {
      expect((await database.raw(deliveries)).rows).to.deep.equal([{ count: 0 }]);
    });
  });

  it('drops the tables of a migration that cannot be reverted, and says why', async () => {
    place.write({
      'plugins/shop/migrations/002_buyers.js': `
        export const up = (knex) => knex.raw('create table buyers (id bigint primary key)');
        export const down = (knex) => knex.raw('drop table sellers');`,
    });
    const { goods, output } = await reset();
    expect(output).to.match(
      /Dropped the tables of shop: bought, buyers, goods\. Its migrations were not reverted: .*sellers/,
    );
    expect(goods).to.deep.equal([{ name: 'demo' }]);
  });

  it('refuses an unknown plugin, and production', async () => {
    const refused = async (plugin: string, env: NodeJS.ProcessEnv) => {
      const dev = new BuiltProgram(place.root, ['dev', '--reset', plugin], { ...place.env(), ...env });
      expect(await dev.exited).to.equal(1);
      return dev.output;
    };
    expect(await refused('shpo', {})).to.include('There is no plugin "shpo"; did you mean "shop"?');
    expect(await refused('shop', { NODE_ENV: 'production' })).to.include('lectern plugin purge <name>');
  });
});
