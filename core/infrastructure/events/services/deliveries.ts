import { use, type Subscriber } from 'lectern';
import { leaseHolder, type Database, type Statement } from '../../database/index.ts';

/** A delivery leased by this replica, with its event. */
export interface Delivery {
  readonly id: string;
  readonly subscriber: string;
  readonly eventId: string;
  readonly name: string;
  readonly payload: unknown;
  readonly createdAt: Date;
  /** Number of the attempt, from 1. */
  readonly attempts: number;
  /** Error of the last failed attempt; null before the first failure. */
  readonly lastError: string | null;
}

/** Limits of a batch of deliveries. */
export interface Wanted {
  readonly subscribers: readonly string[];
  /** Largest number of deliveries for one subscriber. */
  readonly each: number;
  /** Largest number of deliveries in total. */
  readonly all: number;
}

type Held = Readonly<Record<'id' | 'holder' | 'attempts', string | number>>;

// Condition for a row whose lease this attempt holds. `holder` identifies the replica and `attempts` the attempt, so an
// attempt cannot change a row that a later attempt has leased.
const held = `id = :id and holder = :holder and attempts = :attempts and state = 'pending'`;

/**
 * Deliveries of events, one row for each event and subscriber. A replica leases the rows that it delivers; the clock of
 * the database ends a lease.
 */
export class Deliveries {
  readonly #database = use('database');
  readonly #leaseSeconds: number = use('eventsConfig').leaseSeconds;
  readonly #claim: Statement<Delivery, Wanted & { holder: string; leaseSeconds: number }> = claimStatement(
    this.#database,
  );
  readonly #done: Statement<unknown, Held> = this.#database.statement(`update event_deliveries
         set state = 'done', ended_at = now(), holder = null, lease_until = null, last_error = null
         where ${held} returning id`);
  readonly #untried: Statement<{ id: string }, { events: readonly string[]; subscribers: readonly string[] }> = this
    .#database.statement(`select event_id as id from event_deliveries
         where event_id = any(:events::bigint[]) and subscriber = any(:subscribers::text[]) and state = 'pending'
           and (attempts = 0 or attempts = 1 and holder is not null)`);
  readonly #holder = leaseHolder();

  /**
   * Registers subscriptions: later events get a delivery to the subscriber, even while no replica runs the subscriber.
   * @returns names of registered subscribers that are absent from `subscribers`
   */
  async register(subscribers: readonly Subscriber[]): Promise<string[]> {
    const given = subscribers.map(({ name, events, where }) => ({ name, events, filter: where }));
    // Sorted by name, so that replicas that start together lock the rows in the same order.
    await this.#database.raw(
      `insert into event_subscribers (name, events, filter)
       select name, array(select jsonb_array_elements_text(events)), filter
       from jsonb_to_recordset(?::jsonb) as given (name text, events jsonb, filter jsonb) order by name
       on conflict (name) do update set events = excluded.events, filter = excluded.filter, seen_at = now()`,
      [JSON.stringify(given)],
    );
    const { rows } = await this.#database.raw<{ name: string }>('select name from event_subscribers order by name');
    const here = new Set(subscribers.map(({ name }) => name));
    return rows.map(({ name }) => name).filter((name) => !here.has(name));
  }

  /**
   * Replaces the events of a registered subscriber until the next start; other events get no delivery to it.
   * @param wanted called once no other change of the subscriber is open, so that it sees the changes of others
   */
  async limit(subscriber: string, wanted: () => Promise<readonly string[]>): Promise<void> {
    await this.#database.transaction(async () => {
      const known = () => this.#database.table('event_subscribers').where('name', subscriber);
      await known().forUpdate().select('name');
      await known().update({ events: [...(await wanted())] });
    });
  }

  /** Leases the deliveries that are due the longest. Skips rows locked by another replica. */
  claim(wanted: Wanted): Promise<Delivery[]> {
    return this.#claim.all({ ...wanted, holder: this.#holder, leaseSeconds: this.#leaseSeconds });
  }

  /** Marks a delivery as done. @returns false when this attempt no longer holds the lease */
  async done({ id, attempts }: Delivery): Promise<boolean> {
    return (await this.#done.all({ id, holder: this.#holder, attempts })).length > 0;
  }

  /** Marks a delivery as dead: it is not retried. @returns false when this attempt no longer holds the lease */
  dead(delivery: Delivery, error: string): Promise<boolean> {
    return this.#change(delivery, `state = 'dead', ended_at = now(), last_error = :error`, { error });
  }

  /** Postpones a delivery after a failure. @returns false when this attempt no longer holds the lease */
  putOff(delivery: Delivery, seconds: number, error: string): Promise<boolean> {
    return this.#change(delivery, `due_at = now() + :seconds * interval '1 second', last_error = :error`, {
      seconds,
      error,
    });
  }

  /**
   * Releases a delivery without counting the attempt; due again after `seconds`.
   * @returns false when this attempt no longer holds the lease
   */
  giveBack(delivery: Delivery, seconds: number): Promise<boolean> {
    const change = `attempts = attempts - 1, due_at = now() + :seconds * interval '1 second'`;
    return this.#change(delivery, change, { seconds });
  }

  /** Returns events that at least one of the subscribers has not attempted. Reads outside of the open transaction. */
  async untried(events: readonly string[], subscribers: readonly string[]): Promise<string[]> {
    return (await this.#database.shared(() => this.#untried.all({ events, subscribers }))).map(({ id }) => id);
  }

  async #change({ id, attempts }: Delivery, change: string, values: Record<string, string | number>): Promise<boolean> {
    const { rows } = await this.#database.raw(
      `update event_deliveries set ${change}, holder = null, lease_until = null where ${held} returning id`,
      { ...values, id, holder: this.#holder, attempts },
    );
    return rows.length > 0;
  }
}

/** One subquery for each subscriber, so that rows of absent subscribers are not scanned. */
function claimStatement(database: Database) {
  return database.statement<Delivery, Wanted & { holder: string; leaseSeconds: number }>(`with due as materialized (
         select waiting.id from unnest(:subscribers::text[]) as wanted (subscriber) cross join lateral (
           select id, due_at from event_deliveries
           where subscriber = wanted.subscriber and state = 'pending' and due_at <= now()
             and (lease_until is null or lease_until < now())
           order by due_at limit :each for update skip locked
         ) as waiting order by waiting.due_at limit :all
       )
       update event_deliveries as delivery
       set holder = :holder, lease_until = now() + :leaseSeconds * interval '1 second', attempts = delivery.attempts + 1
       from due, events as event
       where delivery.id = due.id and event.id = delivery.event_id
       returning delivery.id, delivery.subscriber, delivery.attempts, delivery.last_error as "lastError",
         event.id as "eventId", event.name, event.payload, event.created_at as "createdAt"`);
}
