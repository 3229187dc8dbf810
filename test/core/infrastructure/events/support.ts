import type { DomainEvent, Services } from 'lectern';
import { construct } from 'lectern/testing';
import { manifest, type Files } from '../../../support/installation.ts';
import { MeterRegistry } from '../../../../core/hosting/telemetry/meters.ts';
import type { EventsConfig } from '../../../../core/infrastructure/events/config.ts';
import { Dispatcher } from '../../../../core/infrastructure/events/services/dispatcher.ts';
import { Deliveries } from '../../../../core/infrastructure/events/services/deliveries.ts';
import { eventually, Fleet, shareFleet, type Replica, type SharedFleet } from '../jobs/fleet.ts';

export { eventually, type Replica, type SharedFleet } from '../jobs/fleet.ts';

declare module 'lectern' {
  interface Events {
    'thing.made': { name: string };
    'thing.lost': { name: string };
    'thing.seen': { name: string };
    'thing.picked': { name: string };
  }
}

type Work = (event: DomainEvent<'thing.made'>, database: Services['database']) => unknown;

/** What the subscribers of the test do next; reached from their files by the global name. */
export const probe = {
  writes: (() => {}) as Work,
  speaks: (() => {}) as Work,
  gaveUp: (() => {}) as Work,
  /** The events that were handled, in order. */
  told: [] as DomainEvent<'thing.made'>[],
  reset(): void {
    Object.assign(probe, { writes: () => {}, speaks: () => {}, gaveUp: () => {}, told: [] });
  },
};
Object.assign(globalThis, { eventProbe: probe });

const things = `
  import { defineResource, field, input, shape } from 'lectern';
  const thing = shape('Thing').mode('public', { name: field.text('Its name.') });
  export default defineResource('/things', { uses: ['database', 'events'],
    add: { open: true, accepts: { name: input.text({ description: 'Its name.' }) }, returns: [thing, 'public'],
      run: ({ database, events }, { input: { name } }) => database.transaction(async () => {
        await database.table('things').insert({ name });
        await events.publish('thing.made', { name });
        if (name === 'broken') throw new Error('The thing is broken.');
        return { name };
      }),
    },
  });`;

/** A module that makes things, and one that watches: `writes` in the transaction, `speaks` outside. */
export const files: Files = {
  'core/things/module.json': manifest('things', { requires: { events: '*' } }),
  'core/things/migrations/001_things.js': `
    export const up = (knex) => knex.raw('create table things (name text primary key)');`,
  'core/things/resources/things.js': things,
  'core/watch/module.json': manifest('watch', { requires: { events: '*' } }),
  'core/watch/migrations/001_effects.js': `
    export const up = (knex) => knex.raw('create table effects (event_id bigint not null)');`,
  'core/watch/subscribers/writes.js': `
    import { subscribe } from 'lectern';
    export default subscribe(['thing.made', 'thing.lost'], ({ database }) => async (event) => {
      await database.table('effects').insert({ event_id: event.id });
      globalThis.eventProbe.told.push(event);
      await globalThis.eventProbe.writes(event, database);
    }, { gaveUp: (event, { database }) => globalThis.eventProbe.gaveUp(event, database) });`,
  'core/watch/subscribers/speaks.js': `
    import { subscribe } from 'lectern';
    export default subscribe('thing.lost', ({ database }) => (event) => globalThis.eventProbe.speaks(event, database),
      { transactional: false });`,
};

/** Short pauses for tests. */
const quick = { pollSeconds: 0.02, backoffSeconds: 0.01, longestBackoffSeconds: 0.05 };

/** Replicas with the modules `things` and `watch`. */
export class Post {
  readonly fleet: Fleet;

  private constructor(fleet: Fleet) {
    this.fleet = fleet;
  }

  static async make(more: Files = {}): Promise<Post> {
    return new Post(await Fleet.make(['database', 'jobs', 'events'], { ...files, ...more }));
  }

  clear(): Promise<void> {
    return this.fleet.clear();
  }

  replica(events: object = {}, database: object = {}): Promise<Replica> {
    return this.fleet.replica({ jobs: { enabled: false }, events: { ...quick, ...events }, database });
  }
}

const picks = {
  'core/watch/subscribers/picks.js': `
    import { subscribe } from 'lectern';
    export default subscribe('thing.picked', () => (event) => { globalThis.eventProbe.told.push(event); }, {
      where: { name: 'red' },
      gaveUp: (event) => globalThis.eventProbe.gaveUp(event),
    });`,
};

/** Installation that test files share, with its dispatcher disabled; `picks` is a subscriber with a condition. */
export function sharedPost(): Promise<SharedFleet> {
  const off = { jobs: { enabled: false }, events: { enabled: false } };
  return shareFleet(['database', 'jobs', 'events'], { ...files, ...picks }, off);
}

/** Starts a dispatcher with the configuration of a test, in place of the disabled one. */
export async function dispatcherOf(
  { kernel }: Replica,
  config: Partial<EventsConfig> = {},
  meters = new MeterRegistry(kernel.services.logger),
): Promise<Dispatcher> {
  const { database, logger, contributions, eventDispatcher, installation } = kernel.services;
  const eventsConfig = { ...kernel.services.eventsConfig, ...quick, enabled: true, ...config };
  const leased = config.leaseSeconds !== undefined;
  const eventDeliveries = leased ? construct(Deliveries, { database, eventsConfig }) : kernel.services.eventDeliveries;
  const own = { eventsConfig, eventDeliveries, installation, meters };
  const dispatcher = construct(Dispatcher, { database, logger, contributions, ...own });
  const bring = dispatcher.bring.bind(dispatcher);
  Object.assign(eventDispatcher, { bring, wake: dispatcher.wake.bind(dispatcher), waiting: dispatcher.waiting });
  await dispatcher.start();
  dispatcher.ready();
  return dispatcher;
}

/** Gives a suite the shared installation and a dispatcher; each test starts without events. */
export function dispatching(use: (shared: SharedFleet) => void, config: Partial<EventsConfig> = {}): void {
  let shared: SharedFleet;
  let dispatcher: Dispatcher;
  before(async () => {
    use((shared = await sharedPost()));
    dispatcher = await dispatcherOf(shared, config);
  });
  afterEach(async () => {
    // A subscriber that still fails, as the test set it, would never end.
    probe.reset();
    await ended(shared);
    probe.reset();
    await clear(shared);
  });
  after(async () => {
    await dispatcher.stop();
    await shared.release();
  });
}

/** A delivery as it is kept. */
export interface Row {
  id: string;
  event_id: string;
  subscriber: string;
  state: string;
  attempts: number;
  holder: string | null;
  last_error: string | null;
  ended_at: Date | null;
  due_in: number;
}

export async function deliveries({ kernel }: Replica, where = 'true'): Promise<Row[]> {
  const { rows } = await kernel.services.database.raw<Row>(
    `select id, event_id, subscriber, state, attempts, holder, last_error, ended_at,
       extract(epoch from due_at - now())::float8 as due_in
     from event_deliveries where ${where} order by id`,
  );
  return rows;
}

/** Waits until nothing is pending any more. */
export async function ended(replica: Replica): Promise<void> {
  await eventually(async () => (await deliveries(replica, "state = 'pending'")).length === 0);
}

export async function effects({ kernel }: Replica): Promise<string[]> {
  const { rows } = await kernel.services.database.raw<{ event_id: string }>('select event_id from effects order by 1');
  return rows.map(({ event_id }) => event_id);
}

export async function clear({ kernel }: Replica): Promise<void> {
  await kernel.services.database.raw('delete from event_deliveries');
  await kernel.services.database.raw('delete from events');
  await kernel.services.database.raw('delete from effects');
  await kernel.services.database.raw('delete from things');
}
