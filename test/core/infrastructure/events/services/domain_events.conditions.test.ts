import { expect } from 'chai';
import { deliveries, ended, probe, type SharedFleet, dispatching } from '../support.ts';

describe('A subscriber with a condition', () => {
  let one: SharedFleet;
  dispatching((shared) => (one = shared), { maxAttempts: 1 });

  const events = () => one.kernel.services.events;
  const told = () => probe.told.map(({ payload }) => payload.name);

  it('receives matching events and no others', async () => {
    for (const name of ['blue', 'red', 'redder']) await events().publish('thing.picked', { name });
    await ended(one);
    expect(told()).to.deep.equal(['red']);
    expect(await deliveries(one)).to.have.length(1);
  });

  it('is ignored by publishIfHeard for events that do not match', async () => {
    const ids = await events().publishIfHeard('thing.picked', [{ name: 'blue' }, { name: 'red' }]);
    expect(ids).to.have.length(1);
    expect(await events().publishIfHeard('thing.picked', [{ name: 'blue' }])).to.deep.equal([]);
    await ended(one);
    expect(told()).to.deep.equal(['red']);
  });

  it('is not called for deliveries that were stored before it had the condition', async () => {
    const event_id = await events().publish('thing.picked', { name: 'blue' });
    let gaveUp = 0;
    probe.gaveUp = () => {
      gaveUp++;
    };
    const table = () => one.kernel.services.database.table('event_deliveries');
    await table().insert({ event_id, subscriber: 'watch.picks' });
    await ended(one);
    expect((await deliveries(one)).map(({ state }) => state)).to.deep.equal(['done']);
    await table().update({ state: 'pending', attempts: 1, ended_at: null });
    await ended(one);
    expect((await deliveries(one)).map(({ state }) => state)).to.deep.equal(['dead']);
    expect([told(), gaveUp]).to.deep.equal([[], 0]);
  });
});
