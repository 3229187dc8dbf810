import { use, type EventName, type Events } from 'lectern';
import type { Statement } from '../../database/index.ts';

interface Made {
  readonly id: string;
  readonly wantedBy: readonly string[];
}

interface PublishedEvent {
  readonly name: string;
  /** Payloads as JSON texts. */
  readonly payloads: readonly string[];
  readonly ifHeard: boolean;
}

const SETTLE_MS = 1000;

/**
 * Publishes events. The transaction of the caller stores the event with a delivery for every matching subscriber, so
 * event and deliveries are committed together. Deliveries start after the commit.
 *
 * @example
 * await database.transaction(async () => {
 *   await database.table('books').insert({ title });
 *   await events.publish('book.added', { title });
 * });
 */
export class DomainEvents {
  readonly #database = use('database');
  readonly #dispatcher = use('eventDispatcher');
  readonly #insert: Statement<Made, PublishedEvent> = this.#database
    .statement(`with wanted as (select name, filter from event_subscribers where :name::text = any(events)),
         made as (
           insert into events (name, payload)
           select :name, payload from (select payload::jsonb from unnest(:payloads::text[]) as news (payload)) as news
           where not :ifHeard::boolean or exists (select 1 from wanted where news.payload @> wanted.filter)
           returning id, payload
         ),
         delivered as (
           insert into event_deliveries (event_id, subscriber)
           select made.id, wanted.name from made join wanted on made.payload @> wanted.filter returning event_id, subscriber
         )
         select id, array(select subscriber from delivered where event_id = made.id) as "wantedBy" from made`);

  /**
   * Publishes an event in the open transaction, which commits it or rolls it back. Without an open transaction the
   * insert commits by itself.
   * @param payload serialized to JSON
   * @returns id of the event
   * @throws TypeError when JSON cannot represent the payload
   */
  async publish<N extends EventName>(name: N, payload: Events[N]): Promise<string> {
    const [id] = await this.#write({ name, payloads: [textOf(name, payload)], ifHeard: false });
    return id as string;
  }

  /**
   * Publishes many events of one name in one statement. Stores only events with a matching subscriber, which suits
   * frequent events.
   * @returns ids of the stored events
   * @throws TypeError when JSON cannot represent a payload
   */
  async publishIfHeard<N extends EventName>(name: N, payloads: readonly Events[N][]): Promise<readonly string[]> {
    return this.#write({ name, payloads: payloads.map((payload) => textOf(name, payload)), ifHeard: true });
  }

  /**
   * Waits until all matching subscribers of this replica have attempted these events, or until the time limit. Never
   * throws. Call `settle` after the commit: in an open transaction, `settle` does not wait.
   * @param withinMs time limit in milliseconds
   */
  async settle(ids: readonly string[], withinMs = SETTLE_MS): Promise<void> {
    if (ids.length > 0 && !this.#database.inTransaction) await this.#dispatcher.waiting.until(ids, withinMs);
  }

  async #write(news: PublishedEvent): Promise<string[]> {
    if (news.payloads.length === 0) return [];
    const made = await this.#insert.all(news);
    this.#database.afterCommit(() => {
      for (const { id, wantedBy } of made) this.#dispatcher.bring(id, wantedBy);
    });
    return made.map(({ id }) => id);
  }
}

function textOf(name: string, payload: unknown): string {
  const text = JSON.stringify(payload) as string | undefined;
  if (text !== undefined) return text;
  throw new TypeError(`The payload of the event "${name}" cannot be written as JSON; publish an object.`);
}
