import { use, type Page, type SourceOfShape } from 'lectern';
import { ListOrder, Pages, type Statement } from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';
import type { DeliveryQuery } from '../inputs.ts';
import type { webhookDelivery } from '../shapes/webhook_delivery.ts';
import type { Sent } from './send_request.ts';

export type StoredDelivery = SourceOfShape<typeof webhookDelivery, 'public'>;

/** A delivery that this replica has leased. */
export interface Claimed {
  readonly id: string;
  readonly webhookId: string;
  readonly messageId: string;
  readonly body: string;
  /** Number of the attempt, from 1; identifies the lease as well. */
  readonly attempts: number;
  readonly createdAt: Date;
  readonly url: string;
  readonly secret: string;
}

/** A message for several webhooks. */
export interface Message {
  readonly messageId: string;
  readonly event: string;
  /** Events of one object are sent in the order of these ids; 0 for a test. */
  readonly eventId: string;
  /** Key of the object that the event is about. */
  readonly object: string;
  readonly body: string;
}

type Result = Sent & { readonly tookMs: number };

/** Name of the subscriber that stores the deliveries. */
export const SUBSCRIBER = 'webhooks.subscription';
/** Number of failed attempts to store an earlier event after which later events do not wait for it. */
const TRUSTED_ATTEMPTS = 3;
/** Number of the oldest waiting deliveries of a webhook that are looked at: a limit for receivers that fail for days. */
const WINDOW = 100;
/** Deliveries for one webhook that are sent at once, if they are about different objects. */
const AT_ONCE = 4;

const columns = `id, webhook_id as "webhookId", message_id as "messageId", event, state, attempts, status, error,
  due_at as "dueTime", created_at as "createdTime", ended_at as "endedTime"`;
const newestFirst = new ListOrder('webhook_deliveries', [{ column: 'id', type: 'integer', descending: true }]);
const held = `id = :id and attempts = :attempts and state = 'pending'`;
const results = 'lease_until = null, status = :status, answer = :answer, error = :error, took_ms = :tookMs';

/** Deliveries of events to webhooks. The clock of the database ends leases and pauses. */
export class WebhookDeliveries {
  readonly #database = use('database');
  readonly #pages = new Pages(this.#database, 'webhook_deliveries');
  readonly #claim: Statement<Claimed, { each: number; all: number; leaseSeconds: number; subscriber: string }> =
    this.#database.statement(claimSql);

  /** Stores a message for webhooks; a message that a webhook has already is left out. */
  async add(webhooks: readonly string[], { messageId, event, eventId, object, body }: Message): Promise<void> {
    await this.#database.raw(
      `with receiver as (select id, next_at from webhooks where id = any(?::bigint[]) order by id for update),
       looked as (
         update webhooks set next_at = now() from receiver
         where webhooks.id = receiver.id and (receiver.next_at is null or receiver.next_at > now())
       )
       insert into webhook_deliveries (webhook_id, message_id, event, event_id, object, body)
       select id, ?, ?, ?, ?, ? from receiver on conflict do nothing`,
      [[...webhooks], messageId, event, eventId, object, body],
    );
  }

  /**
   * Leases due deliveries: of one object the oldest, once all earlier events are stored, and of one webhook only while
   * none of it is leased.
   */
  claim(all: number, leaseSeconds: number): Promise<Claimed[]> {
    return this.#claim.all({ each: AT_ONCE, all, leaseSeconds, subscriber: SUBSCRIBER });
  }

  /** Ends a delivery that the receiver has accepted. */
  async done({ id, attempts, webhookId }: Claimed, result: Result): Promise<void> {
    await this.#database.raw(
      `with ended as (
         update webhook_deliveries set state = 'done', ended_at = now(), ${results} where ${held} returning id
       )
       update webhooks set succeeded_at = now(), next_at = now() where id = :webhookId`,
      { id, attempts, webhookId, ...result },
    );
  }

  /** Postpones a delivery after a failed attempt. */
  async putOff(delivery: Claimed, seconds: number, result: Result): Promise<void> {
    await this.#change(delivery, `due_at = now() + :seconds * interval '1 second', ${results}`, { seconds, ...result });
  }

  /** Ends a delivery whose attempts have all failed. */
  async giveUp(delivery: Claimed, result: Result): Promise<void> {
    await this.#change(delivery, `state = 'failed', ended_at = now(), ${results}`, result);
  }

  /** Releases a delivery without counting the attempt. */
  async giveBack(delivery: Claimed): Promise<void> {
    await this.#change(delivery, 'attempts = attempts - 1, lease_until = null', {});
  }

  /** Ends all deliveries of a webhook that wait. */
  async giveUpAll(webhookId: string): Promise<void> {
    await this.#database.raw(
      `update webhook_deliveries set state = 'failed', ended_at = now(), lease_until = null,
         error = coalesce(error, 'The webhook was disabled before the delivery.')
       where webhook_id = ? and state = 'pending'`,
      [webhookId],
    );
  }

  /** Makes a delivery due now, with a new count of attempts. @throws failures.deliveryNotFound */
  async retry(webhookId: string, id: string): Promise<void> {
    const { rows } = await this.#database.raw(
      `with looked as (update webhooks set next_at = now() where id = :webhookId)
       update webhook_deliveries set state = 'pending', ended_at = null, due_at = now(),
         attempts = case when lease_until is null then 0 else attempts end
       where id = :id and webhook_id = :webhookId returning id`,
      { id, webhookId },
    );
    if (rows.length === 0) throw failures.deliveryNotFound();
  }

  /** @throws failures.deliveryNotFound */
  async get(webhookId: string, id: string): Promise<SourceOfShape<typeof webhookDelivery, 'full'>> {
    const { rows } = await this.#database.raw<SourceOfShape<typeof webhookDelivery, 'full'>>(
      `select ${columns}, body, answer, took_ms as "tookMs" from webhook_deliveries where id = ? and webhook_id = ?`,
      [id, webhookId],
    );
    if (rows[0]) return rows[0];
    throw failures.deliveryNotFound();
  }

  /** Changes a delivery whose lease this attempt holds, and looks at its webhook again. */
  async #change({ id, attempts, webhookId }: Claimed, change: string, values: object): Promise<void> {
    await this.#database.raw(
      `with changed as (update webhook_deliveries set ${change} where ${held} returning id)
       update webhooks set next_at = now() where id = :webhookId`,
      { id, attempts, webhookId, ...values },
    );
  }

  /** A page of the deliveries of a webhook, the newest first. */
  list(webhookId: string, { state, ...place }: DeliveryQuery): Promise<Page<StoredDelivery>> {
    const conditions = { 'webhook_id = ?': webhookId, 'state = ?': state };
    return this.#pages.list<StoredDelivery>({ order: newestFirst, columns, conditions, place, forOperators: true });
  }
}

const claimSql = `
  with picked as (
    select id from webhooks where active and next_at <= now() order by next_at limit :all for update skip locked
  ),
  oldest as (
    select picked.id as webhook_id, delivery.*, greatest(delivery.due_at, delivery.lease_until) as free_at
    from picked cross join lateral (
      select id, event_id, object, due_at, lease_until from webhook_deliveries
      where webhook_id = picked.id and state = 'pending' order by event_id, id limit ${WINDOW}
    ) as delivery
  ),
  ready as (
    select webhook_id, id, due_at, row_number() over (partition by webhook_id order by event_id, id) as place
    from oldest
    where free_at <= now()
      and not exists (select from oldest as leased where leased.webhook_id = oldest.webhook_id and leased.lease_until >= now())
      and not exists (
        select from oldest as earlier where earlier.webhook_id = oldest.webhook_id and earlier.object = oldest.object
          and earlier.event_id < oldest.event_id
      )
      and not exists (
        select from event_deliveries as stored
        where stored.subscriber = :subscriber and stored.state = 'pending' and stored.event_id < oldest.event_id
          and stored.attempts < ${TRUSTED_ATTEMPTS}
      )
  ),
  due as (select webhook_id, id from ready where place <= :each order by due_at limit :all),
  looked as (
    update webhooks set next_at = case
      when exists (select from due where webhook_id = webhooks.id) then now() + :leaseSeconds * interval '1 second'
      when exists (select from ready where webhook_id = webhooks.id) then now()
      else (select coalesce(min(free_at) filter (where free_at > now()), min(now() + interval '1 second'))
        from oldest where webhook_id = webhooks.id)
      end
    from picked where webhooks.id = picked.id
  )
  update webhook_deliveries as delivery
  set lease_until = now() + :leaseSeconds * interval '1 second', attempts = delivery.attempts + 1
  from due, webhooks as webhook
  where delivery.id = due.id and webhook.id = due.webhook_id
  returning delivery.id, delivery.webhook_id as "webhookId", delivery.message_id as "messageId", delivery.body,
    delivery.attempts, delivery.created_at as "createdAt", webhook.url, webhook.secret`;
