import { use } from 'lectern';
import type { KeyedRequest, IdempotentAttempt } from '../../../infrastructure/idempotency/index.ts';
import { ConcurrencyLimiter } from '../../../infrastructure/limits/index.ts';

// Time after which a request no longer counts for the limit. The database work of an order or payment is far shorter,
// so a longer request waits for a payment platform or a subscriber.
const COUNTED_MS = 250;

interface WithEvents {
  readonly events: readonly string[];
}

/**
 * Executes requests that create or pay orders. A request that is repeated with its idempotency key is executed only
 * once. The answer waits for the subscribers of the published events, such as the delivery of the goods.
 */
export class OrderRequests {
  readonly #events = use('events');
  readonly #idempotency = use('idempotency');
  /**
   * Limits concurrent orders and payments: more of them would compete for connections and delay payments. A request
   * that waits long for a payment platform or a subscriber is no longer counted.
   */
  readonly #limiter = new ConcurrencyLimiter(use('ordersConfig').atOnce, { countedMs: COUNTED_MS });

  /** Executes `work`, or returns the stored answer to a repeated request. @throws keyReused, conflict, errors of `work` */
  carryOut<A extends WithEvents>(
    request: KeyedRequest,
    work: (attempt: IdempotentAttempt<A>) => Promise<A>,
  ): Promise<A> {
    return this.#limiter.run(async () => {
      const answer = await this.#idempotency.once<A>(request, work);
      await this.#events.settle(answer.events);
      return answer;
    });
  }
}
