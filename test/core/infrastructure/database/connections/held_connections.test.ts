import { expect } from 'chai';
import type { Database } from '../../../../../core/infrastructure/database/database.ts';
import { MeterRegistry } from '../../../../../core/hosting/telemetry/meters.ts';
import { runAs } from '../../../../../core/kernel/modules/module_context.ts';
import { started } from '../../../../support/started.ts';
import { gate, until } from '../../../hosting/isolation/plugins.ts';
import { DatabaseFixture, failureOf, silent } from '../support.ts';

describe('The report of held connections', () => {
  const told: { holder?: unknown; message: string }[] = [];
  const logger = {
    ...silent,
    warn: (about: object, message: string) => {
      if ('holder' in about) told.push({ ...about, message });
    },
  };
  const shop = { layer: 'plugins', name: 'shop', folder: 'plugins/shop' } as const;
  const place = started(() => DatabaseFixture.make());
  let database: Database;

  before(async () => {
    const meters = new MeterRegistry(logger as never);
    database = place.make({ poolMax: 1, acquireTimeoutMs: 400, heldConnectionMs: 100 }, logger, meters);
    await database.start();
  });

  it('names the plugin in the log and in the error of an exhausted pool', async () => {
    const { promise, resolve } = gate();
    const kept = runAs(shop, () => database.transaction(() => promise));
    const { holder, message } = await until(() => told[0]);
    expect(holder).to.equal('shop');
    expect(message).to.match(/^the module shop has held a database connection for \d s .*heldConnectionMs/);
    const failure = await failureOf(database.raw('select 1').then(() => undefined));
    expect(String(failure)).to.match(/Held by plugins: shop \(1, for up to \d s\)\./);
    resolve(undefined);
    await kept;
    expect((await database.raw('select 1 as one')).rows).to.deep.equal([{ one: 1 }]);
    expect(told).to.have.length(1);
  });

  it('leaves out connections held by core', async () => {
    const { promise, resolve } = gate();
    const begun = gate();
    const kept = database.transaction(() => {
      begun.resolve(undefined);
      return promise;
    });
    await begun.promise;
    expect(String(await failureOf(database.raw('select 1').then(() => undefined)))).not.to.include('Held by');
    resolve(undefined);
    await kept;
    expect(told).to.have.length(1);
  });
});
