import type { StandingPayment } from './payment_book.ts';
import type { GatewaySimulator, Report } from './gateway_simulator.ts';

/** How a report was received. */
export interface Receipt {
  /** 0 without an answer. */
  readonly status: number;
  readonly body: string;
}

const TIMEOUT_MS = 5_000;

/** Carries reports to `notifyUrl`, again and again until it is thanked for. */
export class WebhookSender {
  readonly #pausesMs: readonly number[];
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(pausesMs: readonly number[]) {
    this.#pausesMs = pausesMs;
  }

  /** Carries a report once. */
  async deliver({ notifyUrl }: StandingPayment, { headers, body }: Report): Promise<Receipt> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await fetch(notifyUrl, { method: 'POST', headers, body, signal, redirect: 'manual' });
      return { status: answer.status, body: await answer.text() };
    } catch (error) {
      return { status: 0, body: error instanceof Error ? error.name : '' };
    }
  }

  /** Carries a report until it arrives. @returns how the first try went */
  async insist(payment: StandingPayment, make: () => Promise<Report>, simulator: GatewaySimulator): Promise<Receipt> {
    return this.#attempt({ payment, make, simulator }, 0);
  }

  /** Gives up what is still to be carried. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #attempt(errand: Errand, attempt: number): Promise<Receipt> {
    const receipt = await this.deliver(errand.payment, await errand.make());
    const pause = this.#pausesMs[attempt];
    if (errand.simulator.isThanked({ status: receipt.status, text: receipt.body }) || pause === undefined)
      return receipt;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#attempt(errand, attempt + 1);
    }, pause).unref();
    this.#timers.add(timer);
    return receipt;
  }
}

interface Errand {
  readonly payment: StandingPayment;
  /** Makes it anew for each try: some platforms say when they signed it. */
  readonly make: () => Promise<Report>;
  readonly simulator: GatewaySimulator;
}
