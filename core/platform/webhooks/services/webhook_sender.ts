import { use } from 'lectern';
import { AllowedAddresses } from '../allowed_address.ts';
import { signedHeaders } from '../signature.ts';
import { GONE, sendRequest, type Sent } from './send_request.ts';
import type { Claimed } from './webhook_deliveries.ts';

/** Time to record the result before the lease ends, in milliseconds. */
const RESERVE_MS = 15_000;
/** Pauses up to this length end by a timer; after longer ones, the job of every minute sends. */
const LONGEST_TIMER_SECONDS = 90;

/**
 * Sends due deliveries. Each delivery is leased, so that several replicas can send; a killed replica loses none, but may
 * send one twice. A receiver that hangs keeps only its own deliveries waiting.
 */
export class WebhookSender {
  readonly #clock = use('clock');
  readonly #config = use('webhooksConfig');
  readonly #addresses = new AllowedAddresses(this.#config.allowedNetworks);
  readonly #deliveries = use('webhookDeliveries');
  readonly #disabling = use('webhookDisabling');
  readonly #logger = use('logger');
  readonly #ending = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #work: Promise<void> | undefined;
  /** Ends the pause of `#work`. */
  #ring = () => {};
  /** Number of calls of `#bell`; more deliveries may be due after each. */
  #rings = 0;

  /** Sends due deliveries soon, unless this replica leaves them to others. */
  wake(): void {
    if (!this.#config.enabled) return;
    void this.sendDue().catch((err: unknown) => {
      this.#logger.warn(
        { err },
        'Due deliveries of webhooks could not be read; the next minute tries again. Check the database',
      );
    });
  }

  /** Sends until no delivery is due; also if `enabled` is false. */
  async sendDue(): Promise<void> {
    this.#bell();
    await (this.#work ??= this.#send().finally(() => (this.#work = undefined)));
  }

  /** Ends running requests; their deliveries are sent again by another replica, or after the next start. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.#bell();
    await this.#work?.catch(() => undefined);
    await Promise.all(this.#running);
  }

  async #send(): Promise<void> {
    const { concurrency, timeoutMs } = this.#config;
    while (!this.#ending.signal.aborted) {
      const before = this.#rings;
      const room = concurrency - this.#running.size;
      const taken = room > 0 ? await this.#deliveries.claim(room, (timeoutMs + RESERVE_MS) / 1_000) : [];
      for (const delivery of taken) this.#begin(delivery);
      if (this.#rings !== before) continue;
      if (this.#running.size === 0) return;
      await new Promise<void>((ring) => (this.#ring = ring));
    }
  }

  #bell(): void {
    this.#rings++;
    this.#ring();
  }

  #begin(delivery: Claimed): void {
    const work = this.#attempt(delivery)
      .catch((err: unknown) => {
        const message =
          'The result of a delivery could not be recorded; it is sent again when its lease ends. Check the database';
        this.#logger.warn({ delivery: delivery.id, webhook: delivery.webhookId, err }, message);
      })
      .finally(() => {
        this.#running.delete(work);
        this.#bell();
      });
    this.#running.add(work);
  }

  async #attempt(delivery: Claimed): Promise<void> {
    const { url, secret, messageId: id, body } = delivery;
    const { signal } = this.#ending;
    const timestamp = Math.floor(this.#clock.now().getTime() / 1_000);
    const headers = signedHeaders(secret, { id, timestamp, body });
    const begun = performance.now();
    const sent = await sendRequest(this.#addresses, { url, headers, body, timeoutMs: this.#config.timeoutMs, signal });
    const tookMs = Math.round(performance.now() - begun);
    if (sent.error === null) await this.#deliveries.done(delivery, { ...sent, tookMs });
    else if (signal.aborted) await this.#deliveries.giveBack(delivery);
    else await this.#failed(delivery, { ...sent, tookMs });
  }

  async #failed(delivery: Claimed, result: Sent & { readonly tookMs: number }): Promise<void> {
    const pause = this.#config.retrySeconds[delivery.attempts - 1];
    if (pause === undefined || result.status === GONE) {
      await this.#disabling.giveUp(delivery, result);
      return;
    }
    // Random share of the pause: deliveries that failed together are retried at different times.
    const seconds = pause * (0.9 + Math.random() / 5);
    await this.#deliveries.putOff(delivery, seconds, result);
    if (seconds <= LONGEST_TIMER_SECONDS) setTimeout(() => this.wake(), seconds * 1_000 + 50).unref();
  }
}
