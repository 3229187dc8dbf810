import type { Services } from 'lectern';
import type { Idempotency, KeyedRequest, Turn } from '../../idempotency/index.ts';
import type { OrdersConfig } from '../config.ts';
import { Turnstile } from './turnstile.ts';

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
  readonly #turnstile: Turnstile;

  constructor({
    events,
    idempotency,
    ordersConfig,
  }: Pick<Services, 'events' | 'idempotency'> & { ordersConfig: OrdersConfig }) {
    this.#events = events;
    this.#idempotency = idempotency;
    this.#turnstile = new Turnstile(ordersConfig.atOnce);
  }

  /** @throws keyReused, conflict, and what `work` throws */
  carryOut<A extends Told>(request: KeyedRequest, work: (turn: Turn<A>) => Promise<A>): Promise<A> {
    return this.#turnstile.pass(async () => {
      const answer = await this.#idempotency.once<A>(request, work);
      await this.#events.settle(answer.events);
      return answer;
    });
  }
}
