import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Services } from 'lectern';
import type { EventsConfig } from '../../../../../core/infrastructure/events/config.ts';
import type { Dispatcher } from '../../../../../core/infrastructure/events/services/dispatcher.ts';
import { rejectionOf } from '../../jobs/fleet.ts';
import {
  clear,
  dispatcherOf,
  deliveries,
  effects,
  ended,
  eventually,
  Post,
  probe,
  sharedPost,
  type Replica,
} from '../support.ts';
import { prepared, started } from '../../../../support/started.ts';

describe('The dispatcher of a replica', () => {
  let dispatcher: Dispatcher;

  const one = started(sharedPost);

  afterEach(async () => {
    await dispatcher.stop();
    probe.reset();
    await clear(one);
  });

  const start = async (config: Partial<EventsConfig> = {}) => {
    dispatcher = await dispatcherOf(one, config);
  };
  const logs = () => one.fleet.logs.join('');
  const sql = ({ kernel }: Replica, text: string) => kernel.services.database.raw(text);
  const hanging = () => new Promise<void>(() => {});

  it('doubles the pauses between attempts up to a maximum, with jitter', async () => {
    await start({ backoffSeconds: 100, longestBackoffSeconds: 250 });
    probe.writes = () => {
      throw new Error('No.');
    };
    for (let event = 0; event < 5; event++) await made(one);
    for (const [tries, most] of [100, 200, 250, 250].entries()) {
      const failed = `attempts = ${tries + 1} and holder is null`;
      await eventually(async () => (await deliveries(one, failed)).length === 5);
      const pauses = (await deliveries(one)).map(({ due_in }) => due_in);
      for (const pause of pauses) expect(pause).to.be.within(most / 2 - 10, most);
      expect(Math.max(...pauses) - Math.min(...pauses)).to.be.above(0.5);
      await sql(one, 'update event_deliveries set due_at = now()');
    }
  });

  it('ends a subscriber at its lease, and rolls back its changes, late ones too', async () => {
    await start({ leaseSeconds: 0.5 });
    let late: Promise<Error> | undefined;
    const proceed = resolvers();
    probe.writes = async ({ attempt }, database) => {
      if (attempt > 1) return;
      await proceed.promise;
      late = rejectionOf(proceed.promise.then(() => database.table('things').insert({ name: 'too late' })));
      await late;
    };
    const id = await made(one);
    await ended(one);
    proceed.resolve();
    const refusal = await eventually(() => late);
    expect(refusal?.message).to.include('The transaction was given up and rolled back (it took longer than 0.4 s');
    expect(await effects(one)).to.deep.equal([id]);
    expect(await one.kernel.services.database.table('things').select('name')).to.deep.equal([]);
    expect(logs()).to.include('it took longer than 0.4 s (modules.events.leaseSeconds)');
  });

  it('serves other subscribers while one hangs', async () => {
    await start({ concurrency: 2, stopSeconds: 0.05 });
    probe.speaks = hanging;
    for (let event = 0; event < 3; event++) await lost(one);
    const id = await made(one);
    await eventually(() => probe.told.some((event) => event.id === id));
    expect(await deliveries(one, "subscriber = 'watch.speaks' and holder is not null")).to.have.length(1);
  });

  it('delivers events of its replica at once', async () => {
    await start({ pollSeconds: 3600 });
    await made(one);
    await eventually(() => probe.told.length === 1);
    await one.kernel.services.database.transaction(async () => made(one));
    await eventually(() => probe.told.length === 2);
  });

  it('delivers all due events when several subscribers share its concurrency', async () => {
    await start({ pollSeconds: 3600, concurrency: 8 });
    await one.kernel.services.database.transaction(async () => {
      for (let event = 0; event < 40; event++) await lost(one);
    });
    await ended(one);
    expect(await deliveries(one, "state = 'done'")).to.have.length(80);
  });

  it('leaves room for requests between deliveries', async () => {
    await start();
    probe.writes = () => sleep(20);
    await one.kernel.services.database.transaction(async () => {
      for (let event = 0; event < 60; event++) await made(one);
    });
    await eventually(() => probe.told.length > 0);
    await one.api.post('/api/things').send({ name: 'a' }).expect(200);
    expect(probe.told.length).to.be.below(60);
  });

  it('waits for running deliveries when it stops', async () => {
    await start({ concurrency: 1 });
    let isDone = false;
    const proceed = resolvers();
    probe.speaks = async (_event, database) => {
      await proceed.promise;
      await database.raw('select 1');
      isDone = true;
    };
    await lost(one);
    await eventually(async () => (await deliveries(one, "subscriber = 'watch.speaks' and holder is not null"))[0]);
    const stopping = dispatcher.stop();
    setImmediate(proceed.resolve);
    await stopping;
    expect(isDone).to.equal(true);
  });

  it('delivers on demand to the named subscribers only, while it is disabled', async () => {
    await start({ enabled: false, concurrency: 2 });
    for (let event = 0; event < 3; event++) await lost(one);
    await dispatcher.deliverDue(['watch.writes']);
    expect(await deliveries(one, "state = 'done' and subscriber = 'watch.writes'")).to.have.length(3);
    expect(await deliveries(one, "state = 'pending'")).to.have.length(3);
  });

  it('logs missing subscribers at its start', async () => {
    await start();
    await sql(one, `insert into event_subscribers (name, events) values ('gone.waits', '{thing.made}')`);
    await dispatcher.start();
    await sql(one, `delete from event_subscribers where name = 'gone.waits'`);
    expect(logs()).to.include('Missing subscribers: gone.waits; their deliveries wait');
  });
});

describe('The dispatcher of a replica with one connection', () => {
  const post = started(() => Post.make());
  const one = prepared(() => post.replica({ concurrency: 3 }, { poolMax: 1, acquireTimeoutMs: 200 }));

  afterEach(async () => {
    probe.reset();
    await clear(one);
  });

  const logs = () => post.fleet.logs.join('');

  /** Publishes two events for a replica with one connection: the first delivery holds it while the second waits. */
  async function twoInARow(whileFirst: (other: string, database: Services['database']) => Promise<unknown>) {
    let ids: string[] = [];
    let first: string | undefined;
    probe.writes = async ({ id }, database) => {
      first ??= id;
      if (id === first) await whileFirst(ids.find((other) => other !== id) as string, database);
    };
    await one.kernel.services.database.transaction(async () => {
      ids = [await made(one, 'a'), await made(one, 'b')];
    });
    return { other: () => ids.find((id) => id !== first) as string };
  }

  it('does not count an attempt that got no connection', async () => {
    const { other } = await twoInARow(() => sleep(300));
    await eventually(() => probe.told.length === 2);
    await ended(one);
    expect(probe.told.find(({ id }) => id === other())).to.include({ attempt: 1 });
    expect((await deliveries(one)).map(({ attempts }) => attempts)).to.deep.equal([1, 1]);
    expect(logs()).to.not.include('it is tried again in');
  });

  it('skips a delivery that was taken over before its subscriber started', async () => {
    const { other } = await twoInARow((id, database) =>
      database.raw(
        `update event_deliveries set holder = 'another replica', lease_until = now() + interval '1 hour' where event_id = ?`,
        [id],
      ),
    );
    await eventually(() => probe.told.length === 1);
    await eventually(() => logs().includes('exceeded its lease; another attempt delivers the event'));
    expect(await effects(one)).to.not.include(other());
    expect((await deliveries(one, "holder = 'another replica'"))[0]).to.include({ event_id: other(), attempts: 1 });
    expect(probe.told).to.have.length(1);
  });
});

function made({ kernel }: Replica, name = 'a'): Promise<string> {
  return kernel.services.events.publish('thing.made', { name });
}

function lost({ kernel }: Replica, name = 'a'): Promise<string> {
  return kernel.services.events.publish('thing.lost', { name });
}

function resolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}
