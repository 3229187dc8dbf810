import { use } from 'lectern';

/** Numbers of pending and dead deliveries of a subscriber. */
export interface Backlog {
  readonly subscriber: string;
  /** Last start of a process with this subscriber, commands included; null for a subscriber that is not registered. */
  readonly seenAt: Date | null;
  readonly pending: number;
  readonly dead: number;
}

export interface OpenDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly event: string;
  readonly subscriber: string;
  readonly state: 'pending' | 'dead';
  readonly attempts: number;
  readonly dueAt: Date;
  readonly lastError: string | null;
}

export interface PublishedEvent {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly deliveries: readonly EventDelivery[];
}

export interface EventDelivery {
  readonly id: string;
  readonly subscriber: string;
  readonly state: 'pending' | 'done' | 'dead';
  readonly attempts: number;
  readonly lastError: string | null;
}

export interface OutboxQuery {
  readonly state?: OpenDelivery['state'];
  readonly limit: number;
}

/** Pending and dead deliveries, for operators. */
export class Outbox {
  readonly #database = use('database');

  /** Backlogs of all registered subscribers, and of others with pending or dead deliveries, by name. */
  async backlogs(): Promise<Backlog[]> {
    const { rows } = await this.#database.operators.raw<Backlog>(
      `select coalesce(known.name, waiting.subscriber) as subscriber, known.seen_at as "seenAt",
         coalesce(waiting.pending, 0)::int4 as pending, coalesce(waiting.dead, 0)::int4 as dead
       from event_subscribers as known
       full join (
         select subscriber, sum(pending) as pending, sum(dead) as dead from (
           select subscriber, count(*) as pending, 0 as dead from event_deliveries
           where state = 'pending' group by subscriber
           union all
           select subscriber, 0, count(*) from event_deliveries where state = 'dead' group by subscriber
         ) as counted group by subscriber
       ) as waiting on waiting.subscriber = known.name
       order by 1`,
    );
    return rows;
  }

  /** Names of the subscribers of a module, also of a removed one. */
  async subscribersOf(module: string): Promise<string[]> {
    return (await this.backlogs()).map(({ subscriber }) => subscriber).filter((one) => one.startsWith(`${module}.`));
  }

  /** Pending and dead deliveries, the earliest due first. */
  async open({ state, limit }: OutboxQuery): Promise<OpenDelivery[]> {
    const states = state ? [state] : (['pending', 'dead'] as const);
    const heads = states.map((one) => `select * from (${openSql(one)}) as ${one}`).join(' union all ');
    const { rows } = await this.#database.operators.raw<OpenDelivery>(
      `select delivery.id, event.id as "eventId", event.name as event, delivery.subscriber, delivery.state,
         delivery.attempts, delivery.due_at as "dueAt", delivery.last_error as "lastError"
       from (select * from (${heads}) as head order by due_at, id limit ?) as delivery
       join events as event on event.id = delivery.event_id order by delivery.due_at, delivery.id`,
      [...states.map(() => limit), limit],
    );
    return rows;
  }

  /** The last events with their deliveries, the newest first. Payloads are left out. */
  async recent(limit: number): Promise<PublishedEvent[]> {
    const { rows } = await this.#database.operators.raw<PublishedEvent>(
      `select event.id, event.name, event.created_at as "createdAt", coalesce((
         select jsonb_agg(jsonb_build_object('id', id::text, 'subscriber', subscriber, 'state', state,
           'attempts', attempts, 'lastError', last_error) order by subscriber)
         from event_deliveries where event_id = event.id
       ), '[]') as deliveries
       from events as event order by event.id desc limit ?`,
      [limit],
    );
    return rows;
  }

  /**
   * Makes dead deliveries due again, with a new count of attempts.
   * @param id id of one delivery; by default all dead deliveries are retried
   * @returns number of retried deliveries
   */
  async retry(id?: string): Promise<number> {
    const { rows } = await this.#database.raw(
      `update event_deliveries set state = 'pending', attempts = 0, due_at = now(), ended_at = null
       where state = 'dead' and id = coalesce(?, id) returning id`,
      [id ?? null],
    );
    return rows.length;
  }

  /**
   * Removes a subscriber that will not return, with its pending and dead deliveries. Later events get no delivery to
   * the subscriber. If the subscriber is still installed, the next start registers it again.
   * @returns number of deleted deliveries; undefined when there is nothing to remove
   */
  async forget(subscriber: string): Promise<number | undefined> {
    return this.#database.transaction(async () => {
      const known = await this.#database.table('event_subscribers').where('name', subscriber).delete();
      const open = this.#database.table('event_deliveries').where({ subscriber });
      const deleted = await open.whereIn('state', ['pending', 'dead']).delete();
      return known + deleted === 0 ? undefined : deleted;
    });
  }
}

/**
 * Query for the first open deliveries of each subscriber in a state. The partial index of the state starts with the
 * subscriber, so the recursion finds the subscribers with one index lookup each.
 */
function openSql(state: OpenDelivery['state']): string {
  const next = (condition = '') => `select min(subscriber) from event_deliveries where state = '${state}' ${condition}`;
  return `
    with recursive waiting (subscriber) as (
      ${next()} union all select (${next('and subscriber > waiting.subscriber')}) from waiting
      where waiting.subscriber is not null
    )
    select delivery.* from waiting cross join lateral (
      select * from event_deliveries where state = '${state}' and subscriber = waiting.subscriber
      order by due_at, id limit ?
    ) as delivery`;
}
