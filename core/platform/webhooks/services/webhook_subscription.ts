import { randomUUID } from 'node:crypto';
import { use, type DomainEvent, type EventName, type Subscriber } from 'lectern';
import { dateTimeWriter, objectWriter } from '../../../hosting/internals.ts';
import type { PublicEvent } from '../../../infrastructure/events/index.ts';
import type { Owner } from '../../users/index.ts';
import { HeardEvents } from './heard_events.ts';
import { SUBSCRIBER } from './webhook_deliveries.ts';
import { patternsOf } from './public_event_names.ts';

interface Receiver {
  readonly id: string;
  readonly userId: string;
}

/** Subscriber that stores a delivery for each webhook of an event. */
export class WebhookSubscription implements Subscriber {
  readonly name = SUBSCRIBER;
  readonly where = {};
  readonly transactional = true;
  readonly observes = true;
  readonly #callers = use('callers');
  readonly #database = use('database');
  readonly #deliveries = use('webhookDeliveries');
  readonly #events = use('publicEventNames');
  readonly #heard = use(HeardEvents);
  readonly #sender = use('webhookSender');
  readonly #context = { writeDateTime: dateTimeWriter(use('config').zone), publicUrl: use('publicUrl') };

  get events(): readonly string[] {
    return this.#events.all;
  }

  /** Runs after the start of the events, which registers all public events. */
  start(): Promise<void> {
    return this.#heard.update();
  }

  async handle({ id, name, payload, createdAt }: DomainEvent): Promise<void> {
    const event = this.#events.find(name);
    if (!event) return;
    const webhooks = await this.#receivers(name, event);
    if (webhooks.length === 0) return;
    const object = await event.find(payload as never);
    if (!object) return;
    const data = objectWriter(event.shape.name, event.shape.fields(event.mode))(object, this.#context);
    const body = JSON.stringify({ type: name, timestamp: createdAt.toISOString(), data });
    await this.#deliveries.add(webhooks, {
      messageId: `msg_${randomUUID()}`,
      event: name,
      eventId: id,
      object: event.key(payload as never),
      body,
    });
    this.#database.afterCommit(() => this.#sender.wake());
  }

  async gaveUp(): Promise<void> {
    // The log of the events names the delivery.
  }

  /** Ids of the active webhooks for an event whose accounts may see it now. */
  async #receivers(name: EventName, { requires }: PublicEvent): Promise<string[]> {
    const { rows } = await this.#database.raw<Receiver>(
      'select id, user_id as "userId" from webhooks where active and events && ?::text[]',
      [[...patternsOf(name)]],
    );
    // Together, so that they share a round trip.
    const accounts = [...new Set(rows.map(({ userId }) => userId))];
    const owners = await Promise.all(accounts.map((account) => this.#callers.owner(account)));
    const mayHear = (owner: Owner) => !owner.locked && this.#callers.ofOwner(owner).permissions.has(requires);
    const allowed = new Set(owners.flatMap((owner) => (owner && mayHear(owner) ? [owner.id] : [])));
    return rows.filter(({ userId }) => allowed.has(userId)).map(({ id }) => id);
  }
}
