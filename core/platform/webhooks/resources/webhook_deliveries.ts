import { accepts, fails, pageOf, resource, returns, summary, use, type Call } from 'lectern';
import { failures } from '../failures.ts';
import { deliveryConditions } from '../inputs.ts';
import { webhookDelivery } from '../shapes/webhook_delivery.ts';

/** Deliveries of a webhook: what was sent, and what the receiver answered. */
@resource('/webhooks/{webhookId}/deliveries', { requires: 'admin_webhook', missing: failures.deliveryNotFound })
export default class WebhookDeliveries {
  protected readonly webhooks = use('webhooks');
  protected readonly deliveries = use('webhookDeliveries');

  @summary('List deliveries of a webhook, newest first')
  @accepts(deliveryConditions)
  @fails(failures.webhookNotFound)
  @returns(pageOf(webhookDelivery), 'public')
  async search({ params: { webhookId }, input, user }: Call<{ webhookId: string }, typeof deliveryConditions>) {
    await this.webhooks.get(webhookId, user);
    return this.deliveries.list(webhookId, input);
  }

  @summary('Get a delivery with its request and the begin of the last answer')
  @fails(failures.webhookNotFound)
  @returns(webhookDelivery, 'full')
  async get({ params: { webhookId, id }, user }: Call<{ webhookId: string; id: string }>) {
    await this.webhooks.get(webhookId, user);
    return this.deliveries.get(webhookId, id);
  }
}
