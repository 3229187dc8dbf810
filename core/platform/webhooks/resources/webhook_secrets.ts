import { resource, returns, summary, use, type Call } from 'lectern';
import { failures } from '../failures.ts';
import { webhookWithSecret } from '../shapes/webhook.ts';

@resource('/webhooks/{webhookId}/secrets', { requires: 'admin_webhook', missing: failures.webhookNotFound })
export default class WebhookSecrets {
  protected readonly webhooks = use('webhooks');
  protected readonly editing = use('webhookEditing');

  @summary('Replace the secret of a webhook. All later requests are signed with the new one, which is shown only once.')
  @returns(webhookWithSecret, 'public')
  async add({ params: { webhookId }, user }: Call<{ webhookId: string }>) {
    const secret = await this.editing.rotate(webhookId, user);
    return { secret, ...(await this.webhooks.get(webhookId, user)) };
  }
}
