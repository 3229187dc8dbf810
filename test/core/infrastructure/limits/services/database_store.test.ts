import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { Limits } from '../../../../../core/infrastructure/limits/services/limits.ts';
import { embedded, failureOf } from '../../database/support.ts';
import { sharedLimits } from '../limits_fleet.ts';
import { itCounts } from '../counter_tests.ts';
import { started } from '../../../../support/started.ts';

describe('Limits counted in the database', () => {
  const one = started(sharedLimits);

  const keys = async () => {
    const { rows } = await one.kernel.services.database.raw<{ key: string }>('select key from limit_counters');
    return rows.map(({ key }) => key);
  };

  itCounts(() => one, keys);

  it('are not said to be counted again while the database is away', async () => {
    const { logger, limitsConfig } = one.kernel.services;
    const database = embedded({ url: 'postgres://someone@127.0.0.1:1/none' });
    const limits = construct(Limits, { database, logger, limitsConfig });
    await failureOf(limits.counter('away', { points: 1, seconds: 1 }).take('a'));
    await limits.check();
    expect(limits.operatorRemarks()).to.have.length(1);
    await database.stop();
  });
});
