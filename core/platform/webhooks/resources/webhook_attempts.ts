import { fails, resource, returns, summary, use, type Call } from 'lectern';
import { done } from '../../users/index.ts';
import { failures } from '../failures.ts';

@resource('/webhooks/{webhookId}/deliveries/{deliveryId}/attempts', {
  requires: 'admin_webhook',
  missing: failures.deliveryNotFound,
})
export default class WebhookAttempts {
  protected readonly tests = use('webhookTests');

  @summary('Send a delivery once more, with the same id and body')
  @fails(failures.webhookNotFound, failures.webhookDisabled)
  @returns(done, 'public')
  async add({ params: { webhookId, deliveryId }, user }: Call<{ webhookId: string; deliveryId: string }>) {
    await this.tests.repeat(webhookId, deliveryId, user);
    return { success: true };
  }
}
