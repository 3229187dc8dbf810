import { setTimeout as sleep } from 'node:timers/promises';
import { PAY_PASSWORD } from '../core/platform/orders/shop.ts';
import { PRICE, type Buyer, type Shop } from './shop.ts';

/** A purchase of one course by one buyer. */
export interface Purchase {
  readonly buyer: Buyer;
  readonly courseId: string;
  /** Number of the order, once the order was acknowledged. */
  sn?: string;
  /** Times of the acknowledgements, by `performance.now()`. */
  orderedAt?: number;
  paidAt?: number;
}

const CLIENTS = 8;
const TIMEOUT_MS = 10_000;
/** Pause of a client after a failure, in milliseconds. */
const PAUSE_MS = 100;
/** Statuses after which a client repeats its request. Any other one is an error of the drill. */
const repeated = new Set([409, 429, 500, 502, 503, 504]);

/**
 * Clients that place orders and pay them with coins. After a failure, a client repeats the request with the same
 * `Idempotency-Key` until it is acknowledged.
 */
export class Shoppers {
  readonly purchases: Purchase[] = [];
  /** Times of acknowledged writes, and of failed requests, by `performance.now()`. */
  readonly successes: number[] = [];
  readonly failures: { readonly at: number; readonly reason: string }[] = [];
  readonly #work: Promise<unknown>;
  #isOver = false;

  constructor(
    private readonly url: string,
    private readonly shop: Shop,
  ) {
    this.#work = Promise.all(Array.from({ length: CLIENTS }, () => this.#client()));
    this.#work.catch(() => undefined);
  }

  /** Ends all clients; purchases without an acknowledgement stay open. @throws the error of a client */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  /** Longest time without an acknowledged write in a period, in milliseconds. */
  longestPause(from: number, to: number): number {
    const times = [from, ...this.successes.filter((at) => at > from && at < to), to].sort((a, b) => a - b);
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] as number)));
  }

  async #client(): Promise<void> {
    while (!this.#isOver) {
      const purchase = this.#next();
      const answer = await this.#insist(purchase, '/api/orders', { targetType: 'course', targetId: purchase.courseId });
      if (!answer) return;
      [purchase.sn, purchase.orderedAt] = [answer.sn as string, performance.now()];
      const coins = { coinAmount: PRICE / 100, payPassword: PAY_PASSWORD };
      const payment = { gateway: 'Coin', type: 'purchase', orderSn: purchase.sn, ...coins };
      if (await this.#insist(purchase, '/api/trades', payment)) purchase.paidAt = performance.now();
    }
  }

  /** The next pair of a buyer and a course; each pair is used once. */
  #next(): Purchase {
    const { buyers, courseIds } = this.shop;
    const number = this.purchases.length;
    const [buyer, courseId] = [buyers[number % buyers.length], courseIds[Math.floor(number / buyers.length)]];
    if (!buyer || courseId === undefined) throw new Error('All courses are sold; prepare more of them.');
    const purchase = { buyer, courseId };
    this.purchases.push(purchase);
    return purchase;
  }

  /** Repeats a request until it succeeds. @returns the answer; undefined when the clients end before */
  async #insist(
    { buyer, courseId }: Purchase,
    path: string,
    body: object,
  ): Promise<Record<string, unknown> | undefined> {
    const headers = {
      'X-Auth-Token': buyer.token,
      'Content-Type': 'application/json',
      'Idempotency-Key': `${path}-${buyer.id}-${courseId}`,
    };
    for (;;) {
      const init = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(TIMEOUT_MS) };
      const { status, text } = await this.#send(path, init);
      if (status < 300) {
        this.successes.push(performance.now());
        return JSON.parse(text) as Record<string, unknown>;
      }
      if (!repeated.has(status)) throw new Error(`POST ${path} answered ${status}: ${text}`);
      this.failures.push({
        at: performance.now(),
        reason: `${path} ${status} ${text.replace(/,"requestId":"[^"]*"/, '')}`,
      });
      if (this.#isOver) return undefined;
      await sleep(PAUSE_MS);
    }
  }

  /** Sends a request; a broken connection counts as 503. */
  async #send(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
    try {
      const response = await fetch(`${this.url}${path}`, init);
      return { status: response.status, text: await response.text() };
    } catch (error) {
      return { status: 503, text: String((error as Error).cause ?? error) };
    }
  }
}
