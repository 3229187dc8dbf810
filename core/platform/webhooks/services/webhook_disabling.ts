import { use } from 'lectern';
import { HeardEvents } from './heard_events.ts';
import { GONE, type Sent } from './send_request.ts';
import type { Claimed } from './webhook_deliveries.ts';

/** Gives up deliveries, and disables webhooks whose receiver accepts nothing any more. */
export class WebhookDisabling {
  readonly #database = use('database');
  readonly #deliveries = use('webhookDeliveries');
  readonly #heard = use(HeardEvents);
  readonly #logger = use('logger');
  readonly #mailer = use('mailer');
  readonly #users = use('users');

  /**
   * Gives up a delivery after its last attempt. Disables its webhook as well, unless the receiver has accepted another
   * delivery meanwhile; with status 410 in any case. The owner of the webhook gets a mail.
   */
  async giveUp(delivery: Claimed, result: Sent & { readonly tookMs: number }): Promise<void> {
    const { webhookId, url, createdAt } = delivery;
    const reason = result.status === GONE ? 'The receiver answered with status 410: gone.' : (result.error ?? '');
    const owner = await this.#database.transaction(async () => {
      await this.#deliveries.giveUp(delivery, result);
      const disabled = await this.#disable(webhookId, reason, result.status === GONE ? null : createdAt);
      if (disabled === undefined) return undefined;
      await this.#deliveries.giveUpAll(webhookId);
      await this.#heard.update();
      return disabled;
    });
    if (owner === undefined) return;
    this.#logger.warn(
      { webhook: webhookId, reason },
      'A webhook is disabled, because its receiver accepts no requests; its owner can enable it again by "active"',
    );
    await this.#notify(
      owner,
      `Your webhook ${webhookId} for ${url} is disabled. ${reason} Enable it again when the receiver works.`,
    );
  }

  /** @returns id of the owner; undefined when the webhook stays enabled */
  async #disable(id: string, reason: string, unlessSince: Date | null): Promise<string | undefined> {
    const { rows } = await this.#database.raw<{ userId: string }>(
      `update webhooks set active = false, disabled_reason = ?, updated_at = now()
       where id = ? and active and (succeeded_at is null or succeeded_at < coalesce(?::timestamptz, 'infinity'))
       returning user_id as "userId"`,
      [reason, id, unlessSince],
    );
    return rows[0]?.userId;
  }

  async #notify(userId: string, text: string): Promise<void> {
    if (!this.#mailer.isEnabled) return;
    const { email } = (await this.#users.get(userId).catch(() => undefined)) ?? {};
    if (!email) return;
    // The mailer logs its failure; the webhook shows the reason as well.
    await this.#mailer.send({ to: email, subject: 'A webhook is disabled', text }).catch(() => undefined);
  }
}
