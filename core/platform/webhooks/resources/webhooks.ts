import { accepts, creates, fails, pageOf, resource, returns, summary, use, type Call } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { done } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { newWebhook, webhookChange, type NewWebhook, type WebhookChange } from '../inputs.ts';
import { webhook, webhookWithSecret } from '../shapes/webhook.ts';

/** Webhooks; each account manages its own. */
@resource('/webhooks', { requires: 'admin_webhook', missing: failures.webhookNotFound })
export default class Webhooks {
  protected readonly webhooks = use('webhooks');
  protected readonly editing = use('webhookEditing');

  @summary('List the webhooks of the caller, newest first')
  @accepts(keysetPaging)
  @returns(pageOf(webhook), 'public')
  search({ input: place, user }: Call<object, typeof keysetPaging>) {
    return this.webhooks.list(place, user);
  }

  @summary('Get a webhook')
  @returns(webhook, 'public')
  get({ params, user }: Call<{ id: string }>) {
    return this.webhooks.get(params.id, user);
  }

  @summary('Create a webhook. Its secret is shown only once.')
  @accepts(newWebhook)
  @creates
  @fails(failures.tooManyWebhooks)
  @returns(webhookWithSecret, 'public')
  async add({ input, user }: Call<object, NewWebhook>) {
    const { id, secret } = await this.editing.add(input, user);
    return { secret, ...(await this.webhooks.get(id, user)) };
  }

  @summary('Change a webhook. One that is switched off gives up the deliveries that wait.')
  @accepts(webhookChange)
  @returns(webhook, 'public')
  async update({ params: { id }, input, user }: Call<{ id: string }, WebhookChange>) {
    await this.editing.change(id, input, user);
    return this.webhooks.get(id, user);
  }

  @summary('Remove a webhook with its deliveries')
  @returns(done, 'public')
  async remove({ params: { id }, user }: Call<{ id: string }>) {
    await this.editing.remove(id, user);
    return { success: true };
  }
}
