import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Services, Subscriber } from 'lectern';
import type { Database, Statement } from '../../database/index.ts';
import type { EventsConfig } from '../config.ts';

/** A delivery that this replica has taken, with its event. */
export interface Delivery {
  readonly id: string;
  readonly subscriber: string;
  readonly eventId: string;
  readonly name: string;
  readonly payload: unknown;
  readonly createdAt: Date;
  /** Which try this is, from 1. */
  readonly attempts: number;
  /** Why the try before failed. */
  readonly lastError: string | null;
}

/** How many deliveries are wanted, and of whom. */
export interface Wanted {
  readonly subscribers: readonly string[];
  /** Of one subscriber at most. */
  readonly each: number;
  /** Of all together at most. */
  readonly all: number;
}

type Held = Readonly<Record<'id' | 'holder' | 'attempts', string | number>>;

// Each replica has its own, and every try a number: who lost a delivery to another try can't mark it any more.
const held = `id = ? and holder = ? and attempts = ? and state = 'pending'`;

/**
 * The deliveries of events to subscribers, as rows with a state. Whoever works on one holds it by a lease, which ends by
 * the database's clock.
 */
export class Deliveries {
  readonly #database: Database;
  readonly #leaseSeconds: number;
  readonly #holder = `${hostname()}:${process.pid} (${randomBytes(4).toString('hex')})`;
  readonly #claim: Statement<Delivery, Wanted & { holder: string; leaseSeconds: number }>;
  readonly #done: Statement<unknown, Held>;
  readonly #untried: Statement<{ id: string }, { events: readonly string[]; subscribers: readonly string[] }>;

  constructor({ database, eventsConfig }: Pick<Services, 'database'> & { eventsConfig: EventsConfig }) {
    this.#database = database;
    this.#leaseSeconds = eventsConfig.leaseSeconds;
    this.#claim = claimStatement(database);
    this.#done = database.statement((q, param) =>
      q.raw(
        `update event_deliveries
         set state = 'done', ended_at = now(), holder = null, lease_until = null, last_error = null
         where ${held} returning id`,
        [param('id'), param('holder'), param('attempts')],
      ),
    );
    this.#untried = database.statement((q, param) =>
      q.raw(
        `select event_id as id from event_deliveries
         where event_id = any(?::bigint[]) and subscriber = any(?::text[]) and state = 'pending'
           and (attempts = 0 or attempts = 1 and holder is not null)`,
        [param('events'), param('subscribers')],
      ),
    );
  }

  /**
   * Makes known what subscribers want: from now on they get each of these events, whether they are there or not.
   * @returns names of those that were made known before and are not among them
   */
  async register(subscribers: readonly Subscriber[]): Promise<string[]> {
    for (const { name, events, where } of subscribers) {
      await this.#database.raw(
        `insert into event_subscribers (name, events, filter) values (?, ?, ?)
         on conflict (name) do update set events = excluded.events, filter = excluded.filter, seen_at = now()`,
        [name, [...events], JSON.stringify(where)],
      );
    }
    const { rows } = await this.#database.raw<{ name: string }>('select name from event_subscribers order by name');
    const here = new Set(subscribers.map(({ name }) => name));
    return rows.map(({ name }) => name).filter((name) => !here.has(name));
  }

  /** Takes what is due, oldest first. What another replica is about to take is left to it. */
  claim(wanted: Wanted): Promise<Delivery[]> {
    return this.#claim.all({ ...wanted, holder: this.#holder, leaseSeconds: this.#leaseSeconds });
  }

  /** Marks it as done. @returns false when it is held by another try */
  async done({ id, attempts }: Delivery): Promise<boolean> {
    return (await this.#done.all({ id, holder: this.#holder, attempts })).length > 0;
  }

  /** Marks it as given up. @returns false when it is held by another try */
  dead(delivery: Delivery, error: string): Promise<boolean> {
    return this.#change(delivery, `state = 'dead', ended_at = now(), last_error = ?`, [error]);
  }

  /** Puts it off after a failure. @returns false when it is held by another try */
  putOff(delivery: Delivery, seconds: number, error: string): Promise<boolean> {
    return this.#change(delivery, `due_at = now() + ? * interval '1 second', last_error = ?`, [seconds, error]);
  }

  /** Gives it back as if it had not been taken. @returns false when it is held by another try */
  giveBack(delivery: Delivery, seconds: number): Promise<boolean> {
    const change = `attempts = attempts - 1, due_at = now() + ? * interval '1 second'`;
    return this.#change(delivery, change, [seconds]);
  }

  /** Those of the events that one of the subscribers was not tried with yet; one look serves many who wait. */
  async untried(events: readonly string[], subscribers: readonly string[]): Promise<string[]> {
    return (await this.#database.shared(() => this.#untried.all({ events, subscribers }))).map(({ id }) => id);
  }

  async #change({ id, attempts }: Delivery, change: string, values: (string | number)[]): Promise<boolean> {
    const { rows } = await this.#database.raw(
      `update event_deliveries set ${change}, holder = null, lease_until = null where ${held} returning id`,
      [...values, id, this.#holder, attempts],
    );
    return rows.length > 0;
  }
}

/** Asks for each subscriber by itself: what waits for one that is not there must not be waded through. */
function claimStatement(database: Database) {
  return database.statement<Delivery, Wanted & { holder: string; leaseSeconds: number }>((q, param) =>
    q.raw(
      `with due as materialized (
         select waiting.id from unnest(?::text[]) as wanted (subscriber) cross join lateral (
           select id, due_at from event_deliveries
           where subscriber = wanted.subscriber and state = 'pending' and due_at <= now()
             and (lease_until is null or lease_until < now())
           order by due_at limit ? for update skip locked
         ) as waiting order by waiting.due_at limit ?
       )
       update event_deliveries as delivery
       set holder = ?, lease_until = now() + ? * interval '1 second', attempts = delivery.attempts + 1
       from due, events as event
       where delivery.id = due.id and event.id = delivery.event_id
       returning delivery.id, delivery.subscriber, delivery.attempts, delivery.last_error as "lastError",
         event.id as "eventId", event.name, event.payload, event.created_at as "createdAt"`,
      [param('subscribers'), param('each'), param('all'), param('holder'), param('leaseSeconds')],
    ),
  );
}
