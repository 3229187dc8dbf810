import type { Services } from 'lectern';
import type { Idempotency, KeyedRequest, Turn } from '../../idempotency/index.ts';
import { ConcurrencyLimiter } from '../../limits/index.ts';
import type { OrdersConfig } from '../config.ts';

// Far longer than an order or a payment takes: longer ones wait for something other than the database.
const COUNTED_MS = 250;

/** What a request has done, with the ids of the events that tell of it. */
interface Told {
  readonly events: readonly string[];
}

/**
 * Requests that buy or pay: each is carried out once, however often it is sent with its key, and answered when those who
 * were told of it have acted, such as handed over what was bought.
 */
export class OrderRequests {
  readonly #events: Services['events'];
  readonly #idempotency: Idempotency;
  /**
   * Limits orders and payments to as many as get on together: further ones would only wait for each other's connections,
   * and payments would wait with them. One that waits long for a platform or a subscriber holds up no other.
   */
  readonly #limiter: ConcurrencyLimiter;

  constructor({
    events,
    idempotency,
    ordersConfig,
  }: Pick<Services, 'events' | 'idempotency'> & { ordersConfig: OrdersConfig }) {
    this.#events = events;
    this.#idempotency = idempotency;
    this.#limiter = new ConcurrencyLimiter(ordersConfig.atOnce, { countedMs: COUNTED_MS });
  }

  /** @throws keyReused, conflict, and what `work` throws */
  carryOut<A extends Told>(request: KeyedRequest, work: (turn: Turn<A>) => Promise<A>): Promise<A> {
    return this.#limiter.run(async () => {
      const answer = await this.#idempotency.once<A>(request, work);
      await this.#events.settle(answer.events);
      return answer;
    });
  }
}
