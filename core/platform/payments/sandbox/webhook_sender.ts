import type { SimulatedPayment } from './simulated_payments.ts';
import type { GatewaySimulator, Report } from './gateway_simulator.ts';

/** Answer of the receiver of a report. */
export interface Receipt {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly body: string;
}

const TIMEOUT_MS = 5_000;

/** Sends reports to `notifyUrl`, with or without retries after the configured pauses. */
export class WebhookSender {
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(private readonly pausesMs: readonly number[]) {}

  /** Sends a report without retries. */
  async deliver({ notifyUrl }: SimulatedPayment, { headers, body }: Report): Promise<Receipt> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await fetch(notifyUrl, { method: 'POST', headers, body, signal, redirect: 'manual' });
      return { status: answer.status, body: await answer.text() };
    } catch (error) {
      return { status: 0, body: error instanceof Error ? error.name : '' };
    }
  }

  /** Sends a report until the receiver acknowledges it, or the pauses end. @returns the receipt of the first attempt */
  async deliverWithRetries(
    payment: SimulatedPayment,
    make: () => Promise<Report>,
    simulator: GatewaySimulator,
  ): Promise<Receipt> {
    return this.#attempt({ payment, make, simulator }, 0);
  }

  /** Cancels all pending retries. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #attempt(webhook: Webhook, attempt: number): Promise<Receipt> {
    const receipt = await this.deliver(webhook.payment, await webhook.make());
    const pause = this.pausesMs[attempt];
    if (webhook.simulator.isAcknowledged({ status: receipt.status, text: receipt.body }) || pause === undefined)
      return receipt;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#attempt(webhook, attempt + 1);
    }, pause).unref();
    this.#timers.add(timer);
    return receipt;
  }
}

interface Webhook {
  readonly payment: SimulatedPayment;
  /** Creates the report for each attempt, because a report may contain the time of its signature. */
  readonly make: () => Promise<Report>;
  readonly simulator: GatewaySimulator;
}
