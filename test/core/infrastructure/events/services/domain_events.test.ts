import { expect } from 'chai';
import { sentBy } from '../../../platform/courses/support.ts';
import { rejectionOf } from '../../jobs/fleet.ts';
import {
  deliveries,
  effects,
  ended,
  eventually,
  probe,
  type Replica,
  type SharedFleet,
  dispatching,
} from '../support.ts';

describe('Events', () => {
  let one: SharedFleet;
  dispatching((shared) => (one = shared));

  const events = () => one.kernel.services.events;
  const database = () => one.kernel.services.database;
  const names = async () => {
    const { rows } = await database().raw<{ name: string }>('select name from events order by id');
    return rows.map(({ name }) => name);
  };

  it('are delivered with id, name and payload', async () => {
    const id = await events().publish('thing.made', { name: 'a "thing"' });
    await ended(one);
    const [told] = probe.told;
    expect(told).to.deep.include({ id, name: 'thing.made', payload: { name: 'a "thing"' }, attempt: 1 });
    expect(told?.createdAt).to.be.instanceOf(Date);
    expect(await effects(one)).to.deep.equal([id]);
    const [row] = await deliveries(one);
    expect(row).to.include({ subscriber: 'watch.writes', state: 'done', attempts: 1, holder: null, last_error: null });
    expect(row?.ended_at).to.be.instanceOf(Date);
  });

  it('are committed with the change that caused them', async () => {
    await one.api.post('/api/things').send({ name: 'whole' }).expect(200);
    await ended(one);
    expect(probe.told.map(({ payload }) => payload)).to.deep.equal([{ name: 'whole' }]);
    expect(await database().table('things').select('name')).to.deep.equal([{ name: 'whole' }]);
  });

  it('are rolled back with the change that caused them', async () => {
    await one.api.post('/api/things').send({ name: 'broken' }).expect(500);
    expect(await names()).to.deep.equal([]);
    expect(await deliveries(one)).to.deep.equal([]);
    expect(await database().table('things').select('name')).to.deep.equal([]);
  });

  it('are not delivered before the commit', async () => {
    await database().transaction(async () => {
      await events().publish('thing.made', { name: 'a' });
      one.kernel.services.eventDispatcher.wake();
      await database().raw('select 1');
      expect(probe.told).to.deep.equal([]);
    });
    await ended(one);
    expect(probe.told).to.have.length(1);
  });

  it('get a delivery per subscriber, and are stored without subscribers, too', async () => {
    await events().publish('thing.made', { name: 'a' });
    await events().publish('thing.lost', { name: 'b' });
    await events().publish('thing.seen', { name: 'c' });
    await ended(one);
    const wanted = (await deliveries(one)).map(({ subscriber }) => subscriber);
    expect(wanted).to.have.members(['watch.writes', 'watch.writes', 'watch.speaks']);
    expect(await names()).to.deep.equal(['thing.made', 'thing.lost', 'thing.seen']);
  });

  it('are stored by publishIfHeard only when a subscriber wants them', async () => {
    expect(await events().publishIfHeard('thing.seen', [{ name: 'a' }])).to.deep.equal([]);
    expect(await events().publishIfHeard('thing.made', [])).to.deep.equal([]);
    const ids = await events().publishIfHeard('thing.made', [{ name: 'a' }, { name: 'b' }]);
    await ended(one);
    expect(await names()).to.deep.equal(['thing.made', 'thing.made']);
    expect(probe.told.map(({ payload }) => payload.name)).to.have.members(['a', 'b']);
    expect(await effects(one)).to.deep.equal([...ids].sort((a, b) => Number(a) - Number(b)));
  });

  it('require a payload that can be written as JSON', async () => {
    const wrong = [() => events().publish('thing.made', undefined as never), () => circle(events())];
    for (const publish of wrong) expect(await rejectionOf(publish())).to.be.instanceOf(TypeError);
    const message = 'The payload of the event "thing.made" cannot be written as JSON; publish an object.';
    expect(await rejectionOf(wrong[0]!())).to.include({ message });
    expect(await names()).to.deep.equal([]);
  });

  describe('settle', () => {
    it('waits until an event is delivered', async () => {
      const id = await events().publish('thing.lost', { name: 'a' });
      await events().settle([id], 10_000);
      expect((await deliveries(one)).map(({ state }) => state)).to.deep.equal(['done', 'done']);
    });

    it('waits for the first attempt only', async () => {
      probe.writes = ({ attempt }) => {
        if (attempt < 3) throw new Error('Not yet.');
      };
      const id = await events().publish('thing.made', { name: 'a' });
      await events().settle([id], 10_000);
      expect(probe.told).to.not.be.empty;
    });

    it('ends at its time limit', async () => {
      const { open } = held();
      const id = await events().publish('thing.lost', { name: 'a' });
      const before = performance.now();
      await events().settle([id], 100);
      expect(performance.now() - before).to.be.within(90, 20_000);
      open();
    });

    it('does not wait in a transaction, or for events without an installed subscriber', async () => {
      await database().raw(`insert into event_subscribers (name, events) values ('gone.hears', '{thing.seen}')`);
      const before = performance.now();
      await database().transaction(async () => {
        await events().settle([await events().publish('thing.made', { name: 'a' })], 10_000);
      });
      await events().settle([await events().publish('thing.seen', { name: 'a' })], 10_000);
      await events().settle([], 10_000);
      expect(performance.now() - before).to.be.below(10_000);
      await database().raw(`delete from event_subscribers where name = 'gone.hears'`);
      await database().raw(`delete from event_deliveries where subscriber = 'gone.hears'`);
    });

    it('sends no statement for an event without subscribers', async () => {
      const id = await events().publish('thing.seen', { name: 'a' });
      expect(await sentBy(() => events().settle([id]))).to.deep.equal([]);
    });

    it('reads the deliveries once for all waiting callers', async () => {
      const { open } = held();
      const { eventDeliveries } = one.kernel.services;
      const untried = eventDeliveries.untried.bind(eventDeliveries);
      const looks: (readonly string[])[] = [];
      eventDeliveries.untried = (ids, subscribers) => {
        looks.push(ids);
        return untried(ids, subscribers);
      };
      const ids = await Promise.all(Array.from({ length: 20 }, () => events().publish('thing.lost', { name: 'a' })));
      const waiting = ids.map((id) => events().settle([id], 10_000));
      await eventually(() => looks.length > 1);
      eventDeliveries.untried = untried;
      for (const look of looks) expect(look).to.have.members(ids);
      open();
      await Promise.all(waiting);
      expect(await deliveries(one, "state = 'done'")).to.have.length(40);
    });

    it('never throws', async () => {
      await events().settle(['no id']);
      expect(one.fleet.logs.join('')).to.include('The state of some deliveries could not be read');
    });
  });

  /** Blocks the subscriber `speaks` until `open` is called; it holds no connection. */
  function held(): { open: () => void } {
    const gate = { open: () => {} };
    const opened = new Promise<void>((resolve) => (gate.open = resolve));
    probe.speaks = () => opened;
    return gate;
  }
});

function circle(events: Replica['kernel']['services']['events']): Promise<string> {
  const payload: Record<string, unknown> = {};
  payload['name'] = payload;
  return events.publish('thing.made', payload as { name: string });
}
