import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from 'lectern';

/** Finds which of some events were not told to everybody here yet. */
type Find = (events: readonly string[]) => Promise<readonly string[]>;

interface Waiter {
  readonly events: readonly string[];
  readonly go: () => void;
}

// Another replica may tell an event, and does not say so.
const LOOK_MS = 25;
// What nobody waits for is forgotten when so much has happened since.
const MOST_KNOWN = 10_000;

/**
 * Those who wait until events were told. What is published and told here is known without asking; for the rest one look
 * at a time serves all of them, however many they are.
 */
export class Waiting {
  readonly #find: Find;
  readonly #logger: Services['logger'];
  readonly #waiters = new Set<Waiter>();
  /** By event: who is to be told of it and was not yet. */
  readonly #untold = new Map<string, Set<string>>();
  #isLooking = false;

  constructor(find: Find, logger: Services['logger']) {
    this.#find = find;
    this.#logger = logger;
  }

  /** An event was published here, of which these subscribers of this replica are to be told. */
  published(event: string, subscribers: readonly string[]): void {
    this.#untold.set(event, new Set(subscribers));
    const [oldest] = this.#untold.keys();
    if (this.#untold.size > MOST_KNOWN && oldest !== undefined) this.#untold.delete(oldest);
  }

  /** A subscriber of this replica was tried with an event. */
  told(event: string, subscriber: string): void {
    this.#untold.get(event)?.delete(subscriber);
    for (const waiter of this.#waiters) if (this.#areTold(waiter.events)) waiter.go();
  }

  /** Resolves when the events were told, or when the time is over. */
  until(events: readonly string[], withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        for (const event of events) this.#untold.delete(event);
        resolve();
      };
      const waiter = { events, go };
      const timer = setTimeout(go, withinMs);
      this.#waiters.add(waiter);
      if (this.#areTold(events)) go();
      else this.#lookAfter(waiter);
    });
  }

  #areTold(events: readonly string[]): boolean {
    return events.every((event) => this.#untold.get(event)?.size === 0);
  }

  #lookAfter(waiter: Waiter): void {
    const isKnown = waiter.events.every((event) => this.#untold.has(event));
    if (!isKnown) void this.#look([waiter]);
    if (!this.#isLooking) void this.#lookAfterAll();
  }

  async #lookAfterAll(): Promise<void> {
    this.#isLooking = true;
    while (this.#waiters.size > 0) {
      await sleep(LOOK_MS);
      if (this.#waiters.size > 0) await this.#look([...this.#waiters]);
    }
    this.#isLooking = false;
  }

  /** Who cannot be told goes at once. */
  async #look(waiters: readonly Waiter[]): Promise<void> {
    const events = waiters.flatMap((waiter) => waiter.events);
    const found = await this.#find(events).catch((err: unknown) => {
      this.#logger.warn({ err, events }, 'The state of some deliveries could not be read');
      return [];
    });
    const untold = new Set(found);
    for (const waiter of waiters) if (!waiter.events.some((event) => untold.has(event))) waiter.go();
  }
}
