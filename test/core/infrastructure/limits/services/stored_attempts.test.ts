import { expect } from 'chai';
import { eventually } from '../../jobs/fleet.ts';
import { attemptsOf, itLocks, itWaits, retryAfter, slow, wrong } from '../attempt_tests.ts';
import { sharedLimits } from '../limits_fleet.ts';
import { started } from '../../../../support/started.ts';

describe('Attempts counted in the database', () => {
  const one = started(sharedLimits);

  itLocks(
    () => one,
    (ms) =>
      one.kernel.services.database.raw(
        "update limit_counters set claims = (select jsonb_object_agg(key, value::int8 - ?::int8) from jsonb_each(claims)) where claims <> '{}'",
        [ms],
      ),
  );
  itWaits(() => [one]);

  it('are rejected, though right, when another attempt has locked the key meanwhile', async () => {
    const pins = attemptsOf(one, { points: 1 });
    const late = slow(true);
    const answer = retryAfter(pins.check('a', late.check));
    await eventually(() => late.running === 1);
    await one.kernel.services.database.table('limit_counters').update({ claims: '{}' });
    expect(await pins.check('a', wrong)).to.equal(false);
    late.letGo();
    expect(await answer).to.be.within(110, 120);
  });
});
