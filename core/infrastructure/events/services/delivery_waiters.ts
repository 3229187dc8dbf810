import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from 'lectern';

/** Returns events that at least one subscriber of this replica has not attempted. */
type Find = (events: readonly string[]) => Promise<readonly string[]>;

interface Waiter {
  readonly events: readonly string[];
  readonly go: () => void;
}

// Poll interval: another replica may deliver an event without notifying this replica.
const POLL_INTERVAL_MS = 25;
// Maximum number of events in memory. Above the maximum, the oldest event is removed, and a query finds its state.
const MAX_EVENTS = 10_000;

/**
 * Requests that wait until events are delivered. Memory has the attempts of this replica; a query that all waiting
 * requests share finds those of other replicas.
 */
export class DeliveryWaiters {
  readonly #waiters = new Set<Waiter>();
  /** For each event, the subscribers without an attempt so far. */
  readonly #undelivered = new Map<string, Set<string>>();
  #isLooking = false;

  constructor(
    private readonly find: Find,
    private readonly logger: Services['logger'],
  ) {}

  /** Records an event published here, for these subscribers of this replica. */
  published(event: string, subscribers: readonly string[]): void {
    this.#undelivered.set(event, new Set(subscribers));
    const [oldest] = this.#undelivered.keys();
    if (this.#undelivered.size > MAX_EVENTS && oldest !== undefined) this.#undelivered.delete(oldest);
  }

  /** Records an attempt to deliver an event to a subscriber of this replica. */
  delivered(event: string, subscriber: string): void {
    this.#undelivered.get(event)?.delete(subscriber);
    for (const waiter of this.#waiters) if (this.#areDelivered(waiter.events)) waiter.go();
  }

  /** Resolves when every subscriber of this replica has attempted each event, or after `withinMs`. */
  until(events: readonly string[], withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        for (const event of events) this.#undelivered.delete(event);
        resolve();
      };
      const waiter = { events, go };
      const timer = setTimeout(go, withinMs);
      this.#waiters.add(waiter);
      if (this.#areDelivered(events)) go();
      else this.#lookAfter(waiter);
    });
  }

  #areDelivered(events: readonly string[]): boolean {
    return events.every((event) => this.#undelivered.get(event)?.size === 0);
  }

  #lookAfter(waiter: Waiter): void {
    const isKnown = waiter.events.every((event) => this.#undelivered.has(event));
    if (!isKnown) void this.#look([waiter]);
    if (!this.#isLooking) void this.#lookAfterAll();
  }

  async #lookAfterAll(): Promise<void> {
    this.#isLooking = true;
    while (this.#waiters.size > 0) {
      await sleep(POLL_INTERVAL_MS);
      if (this.#waiters.size > 0) await this.#look([...this.#waiters]);
    }
    this.#isLooking = false;
  }

  /** Queries the database, and resolves the waiters whose events had an attempt for every subscriber. */
  async #look(waiters: readonly Waiter[]): Promise<void> {
    const events = waiters.flatMap((waiter) => waiter.events);
    const found = await this.find(events).catch((err: unknown) => {
      this.logger.warn(
        { err, events },
        'The state of some deliveries could not be read from the database; requests wait until their time limit. ' +
          'Check the database',
      );
      return [];
    });
    const undelivered = new Set(found);
    for (const waiter of waiters) if (!waiter.events.some((event) => undelivered.has(event))) waiter.go();
  }
}
