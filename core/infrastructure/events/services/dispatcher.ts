import { setTimeout as sleep } from 'node:timers/promises';
import { use, type Subscriber } from 'lectern';
import { inTime } from '../../../hosting/internals.ts';
import type { Delivery, Wanted } from './deliveries.ts';
import { SubscriberRunner } from './subscriber_runner.ts';
import { DeliveryWaiters } from './delivery_waiters.ts';

// Pause of a delivery whose event the subscriber of this replica does not know. A replica that runs another version of
// the module may claim the delivery afterwards.
const LEFT_TO_OTHERS_SECONDS = 60;

/**
 * Delivers events to the subscribers of this replica. Replicas poll for due deliveries, and lease those that they
 * deliver. The commit of an event on this replica triggers a poll at once.
 */
export class Dispatcher {
  readonly #deliveries = use('eventDeliveries');
  readonly #handling = new SubscriberRunner();
  readonly #logger = use('logger');
  readonly #contributions = use('contributions');
  readonly #config = use('eventsConfig');
  readonly waiting = new DeliveryWaiters(
    (events) => this.#deliveries.untried(events, [...this.#subscribers().keys()]),
    this.#logger,
  );
  /** Its signal is aborted by `wake`, which ends the pause before the next poll. */
  #pause = new AbortController();
  readonly #running = new Map<Promise<void>, string>();
  #byName: ReadonlyMap<string, Subscriber> | undefined;
  #work: Promise<void> | undefined;
  /** Whether more deliveries may be due: the last batch was full, or no concurrency was free for a subscriber. */
  #isMore = false;
  #isAway = false;
  #isStopped = false;

  /** Registers the subscriptions of this replica, and reports registered subscribers that are missing. */
  async start(): Promise<void> {
    const missing = await this.#deliveries.register([...this.#subscribers().values()]);
    if (missing.length === 0) return;
    const names = missing.join(', ');
    const fix = 'their deliveries wait. Enable their module, or run lectern outbox --forget <subscriber>';
    this.#logger.warn({ subscribers: missing }, `Missing subscribers: ${names}; ${fix}`);
  }

  /** Starts polling, unless `modules.events.enabled` is false or this replica has no subscriber. */
  ready(): void {
    if (this.#config.enabled && this.#subscribers().size > 0) this.#work = this.#deliver();
  }

  /** Stops claiming deliveries. Aborts running deliveries after `stopSeconds`; these are retried. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    await this.#work;
    const { stopSeconds } = this.#config;
    const run = () => Promise.all(this.#running.keys());
    await inTime({ milliseconds: stopSeconds * 1000, run, late: () => new Error() }).catch(() => undefined);
    const left = [...this.#running.values()];
    if (left.length > 0)
      this.#logger.warn(
        { subscribers: left },
        `The stop interrupted subscribers that took longer than ${stopSeconds} s (modules.events.stopSeconds): ` +
          `${left.join(', ')}; their deliveries are retried`,
      );
    this.#handling.interrupt();
    await Promise.all(this.#running.keys());
  }

  /**
   * Records a committed event of this replica. Triggers a poll if the event has a delivery to a subscriber of this
   * replica.
   */
  bring(event: string, wantedBy: readonly string[]): void {
    const here = wantedBy.filter((name) => this.#subscribers().has(name));
    this.waiting.published(event, here);
    if (here.length > 0) this.wake();
  }

  /** Triggers a poll. */
  wake(): void {
    this.#pause.abort();
    this.#pause = new AbortController();
  }

  /** Delivers the due events of some subscribers of this replica, until none is due; also if `enabled` is false. */
  async deliverDue(subscribers: readonly string[]): Promise<void> {
    do {
      await Promise.all(this.#running.keys());
      await this.#take(subscribers);
    } while (this.#running.size > 0 && !this.#isStopped);
  }

  async #deliver(): Promise<void> {
    while (!this.#isStopped) {
      const { signal } = this.#pause;
      // Random pause: replicas started together poll at different times.
      const pauseMs = this.#config.pollSeconds * 1000 * (0.5 + Math.random());
      if (!(await this.#take())) await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Claims deliveries up to the free concurrency, and starts them. @returns whether more deliveries may be due */
  async #take(from: readonly string[] = [...this.#subscribers().keys()]): Promise<boolean> {
    const wanted = this.#room(from);
    if (wanted.all === 0) return false;
    try {
      const taken = await this.#deliveries.claim(wanted);
      this.#isAway = false;
      for (const delivery of taken) this.#begin(delivery);
      const isFull = taken.length >= Math.min(wanted.each, wanted.all);
      this.#isMore ||= isFull;
      return isFull;
    } catch (err) {
      if (!this.#isAway)
        this.#logger.warn(
          { err },
          'Due deliveries of events could not be read from the database; the next poll tries again. Check the database',
        );
      this.#isAway = true;
      return false;
    }
  }

  /**
   * Returns the free concurrency. One subscriber may use all but one of the concurrent deliveries, so that a slow
   * subscriber does not block the others.
   */
  #room(names: readonly string[]): Wanted {
    const { concurrency } = this.#config;
    const most = Math.max(1, concurrency - 1);
    const busy = [...this.#running.values()];
    const load = (name: string) => busy.filter((one) => one === name).length;
    const subscribers = names.filter((name) => load(name) < most);
    const all = concurrency - busy.length;
    this.#isMore = all === 0 || subscribers.length < names.length;
    return { subscribers, each: most - Math.max(0, ...subscribers.map(load)), all };
  }

  #begin(delivery: Delivery): void {
    const work = this.#bring(delivery).finally(() => {
      this.#running.delete(work);
      if (this.#isMore) this.wake();
      this.waiting.delivered(delivery.eventId, delivery.subscriber);
    });
    this.#running.set(work, delivery.subscriber);
  }

  async #bring(delivery: Delivery): Promise<void> {
    const subscriber = this.#subscribers().get(delivery.subscriber);
    // Another version of the module may have registered the subscriber for more events.
    if (subscriber?.events.includes(delivery.name)) await this.#handling.handle(delivery, subscriber);
    else await this.#handling.giveBack(delivery, LEFT_TO_OTHERS_SECONDS);
  }

  #subscribers(): ReadonlyMap<string, Subscriber> {
    return (this.#byName ??= new Map(this.#contributions.of('subscribers').map((one) => [one.name, one])));
  }
}
