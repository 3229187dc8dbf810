import { randomUUID } from 'node:crypto';
import { use, type Caller } from 'lectern';
import { failures } from '../failures.ts';

const EVENT = 'webhook.test';

/** Sends deliveries at the request of a manager: a test event, or a former delivery once more. */
export class WebhookTests {
  readonly #clock = use('clock');
  readonly #deliveries = use('webhookDeliveries');
  readonly #sender = use('webhookSender');
  readonly #webhooks = use('webhooks');

  /** Sends the event `webhook.test`. @throws failures.webhookNotFound, failures.webhookDisabled */
  async test(webhookId: string, by: Caller): Promise<void> {
    await this.#mustBeActive(webhookId, by);
    const timestamp = this.#clock.now().toISOString();
    const body = JSON.stringify({ type: EVENT, timestamp, data: { webhookId } });
    const messageId = `msg_${randomUUID()}`;
    const message = { messageId, event: EVENT, eventId: '0', object: messageId, body };
    await this.#deliveries.add([webhookId], message);
    this.#sender.wake();
  }

  /**
   * Sends a delivery once more, with the same id and body.
   * @throws failures.webhookNotFound, failures.webhookDisabled, failures.deliveryNotFound
   */
  async repeat(webhookId: string, id: string, by: Caller): Promise<void> {
    await this.#mustBeActive(webhookId, by);
    await this.#deliveries.retry(webhookId, id);
    this.#sender.wake();
  }

  async #mustBeActive(id: string, by: Caller): Promise<void> {
    const { active } = await this.#webhooks.get(id, by);
    if (!active) throw failures.webhookDisabled();
  }
}
