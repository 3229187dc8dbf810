import { fails, resource, returns, summary, use, type Call } from 'lectern';
import { done } from '../../users/index.ts';
import { failures } from '../failures.ts';

@resource('/webhooks/{webhookId}/tests', { requires: 'admin_webhook', missing: failures.webhookNotFound })
export default class WebhookTests {
  protected readonly tests = use('webhookTests');

  @summary('Send the event `webhook.test` to a webhook. Its deliveries show the answer.')
  @fails(failures.webhookDisabled)
  @returns(done, 'public')
  async add({ params: { webhookId }, user }: Call<{ webhookId: string }>) {
    await this.tests.test(webhookId, user);
    return { success: true };
  }
}
