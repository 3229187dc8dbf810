import { standardFailures, use, type Caller } from 'lectern';
import { columnsOf, insertRow } from '../../../infrastructure/database/index.ts';
import { AllowedAddresses, RefusedAddress } from '../allowed_address.ts';
import { failures } from '../failures.ts';
import type { NewWebhook, WebhookChange } from '../inputs.ts';
import { newSecret } from '../signature.ts';
import { HeardEvents } from './heard_events.ts';

/** Creates, changes and removes webhooks. */
export class WebhookEditing {
  readonly #addresses = new AllowedAddresses(use('webhooksConfig').allowedNetworks);
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #deliveries = use('webhookDeliveries');
  readonly #events = use('publicEventNames');
  readonly #heard = use(HeardEvents);
  readonly #max: number = use('webhooksConfig').perAccount;
  readonly #webhooks = use('webhooks');

  /**
   * @returns id and secret of the webhook
   * @throws failures.tooManyWebhooks; standardFailures.invalidParameter for an address or a name of an event
   */
  async add({ url, events, note = '' }: NewWebhook, by: Caller): Promise<{ id: string; secret: string }> {
    this.#refuseWrong({ url, events }, by);
    const secret = newSecret();
    const now = this.#clock.now();
    const row = { user_id: by.id, url, events: [...new Set(events)], note, secret, created_at: now, updated_at: now };
    const id = await this.#database.transaction(async () => {
      await this.#refuseMore(by.id);
      const made = await insertRow(this.#database, 'webhooks', row);
      await this.#heard.update();
      return made;
    });
    return { id, secret };
  }

  /**
   * Changes the given fields. A webhook that is switched off gives up the deliveries that wait.
   * @throws failures.webhookNotFound; standardFailures.invalidParameter as `add`
   */
  async change(id: string, change: WebhookChange, by: Caller): Promise<void> {
    await this.#webhooks.get(id, by);
    this.#refuseWrong(change, by);
    const { active } = change;
    const row = {
      ...columnsOf({ ...change, events: change.events && [...new Set(change.events)] }),
      ...(active !== undefined && { disabled_reason: null }),
      updated_at: this.#clock.now(),
    };
    await this.#database.transaction(async () => {
      await this.#database.table('webhooks').where({ id }).update(row);
      if (active === false) await this.#deliveries.giveUpAll(id);
      await this.#heard.update();
    });
  }

  /** Replaces the secret; requests from now on have the new signature. @returns it @throws failures.webhookNotFound */
  async rotate(id: string, by: Caller): Promise<string> {
    await this.#webhooks.get(id, by);
    const secret = newSecret();
    await this.#database.table('webhooks').where({ id }).update({ secret, updated_at: this.#clock.now() });
    return secret;
  }

  /** Removes a webhook with its deliveries. @throws failures.webhookNotFound */
  async remove(id: string, by: Caller): Promise<void> {
    await this.#webhooks.get(id, by);
    await this.#database.transaction(async () => {
      await this.#database.table('webhooks').where({ id }).delete();
      await this.#heard.update();
    });
  }

  #refuseWrong({ url, events = [] }: Partial<NewWebhook>, { permissions }: Caller): void {
    if (url !== undefined) this.#refuseAddress(url);
    const mayHear = this.#events.all.filter((event) => permissions.has(this.#events.find(event)?.requires ?? ''));
    const hears = (pattern: string) => this.#events.matching([pattern]).some((event) => mayHear.includes(event));
    const wrong = events.find((pattern) => !hears(pattern));
    if (wrong === undefined) return;
    const known = mayHear.length === 0 ? 'none' : mayHear.join(', ');
    throw standardFailures.invalidParameter.about('events', `must name events that your account may see: ${known}`);
  }

  #refuseAddress(url: string): void {
    try {
      this.#addresses.check(url);
    } catch (error) {
      if (error instanceof RefusedAddress) throw standardFailures.invalidParameter.about('url', error.message);
      throw error;
    }
  }

  /** Locks the account, so that concurrent requests cannot exceed the limit. */
  async #refuseMore(userId: string): Promise<void> {
    await this.#database.raw('select from users where id = ? for no key update', [userId]);
    const [row] = await this.#database.table('webhooks').where('user_id', userId).count<{ count: string }[]>();
    if (Number(row?.count) >= this.#max) throw failures.tooManyWebhooks();
  }
}
