import { backgroundSpans, type DomainEvent, type Services, type Subscriber, use } from 'lectern';
import { unlessAborted } from '../../database/index.ts';
import type { Delivery } from './deliveries.ts';
import { isInstance } from '../../../hosting/internals.ts';
import { redact } from './redact.ts';

/** Text in the error of an attempt that took too long; `lectern doctor` recognizes the error by this text. */
export const LATE = '(modules.events.leaseSeconds)';
// Share of the lease that a subscriber may take. In the rest, the result is recorded before the lease ends.
const SHARE_OF_LEASE = 0.8;

/** Thrown when another attempt holds the lease; only that attempt records the result. */
class TakenOver extends Error {}

/** Reason for aborting an attempt because the replica stops. */
class Interrupted extends Error {}

/** One attempt of a subscriber; `hasBegun` is true from the call of its `handle` on. */
interface Attempt {
  readonly delivery: Delivery;
  readonly subscriber: Subscriber;
  hasBegun: boolean;
}

/** Runs subscribers for deliveries, and records the results. */
export class SubscriberRunner {
  readonly #database = use('database');
  readonly #deliveries = use('eventDeliveries');
  readonly #logger = use('logger');
  readonly #config = use('eventsConfig');
  readonly #count: CountDelivery = deliveryMeter({ meters: use('meters') });
  readonly #installation = use('installation');
  readonly #contributions = use('contributions');
  readonly #inSpan = backgroundSpans();
  readonly #underWay = new Set<AbortController>();

  /** Makes one attempt. Never rejects: errors of the subscriber are logged and recorded. */
  async handle(delivery: Delivery, subscriber: Subscriber): Promise<void> {
    const one: Attempt = { delivery, subscriber, hasBegun: false };
    // All attempts are used up, but the delivery is not dead: the process ended in the last attempt, or gaveUp() failed.
    if (delivery.attempts > this.#config.maxAttempts) return this.#giveUp(one);
    const usage = this.#installation.usages.of(this.#contributions.moduleOf(subscriber));
    try {
      const work = (signal: AbortSignal) => usage.run(() => this.#work(one, signal));
      await this.#inSpan(spanOf(delivery), () => this.#limited(work));
      this.#count(subscriber.name, 'done');
    } catch (error) {
      await this.#failed(one, error);
    }
  }

  /** Releases a delivery without counting the attempt; due again after `seconds`. */
  giveBack(delivery: Delivery, seconds: number): Promise<void> {
    return this.#record(delivery, () => this.#deliveries.giveBack(delivery, seconds));
  }

  /** Aborts running deliveries, so that they hold neither a connection nor a lease. */
  interrupt(): void {
    for (const control of this.#underWay) control.abort(new Interrupted('this replica stops'));
  }

  /**
   * Calls the subscriber. Marks the row of a transactional subscriber as done first: the row lock then keeps other
   * replicas from the delivery, even after its lease.
   */
  async #work(one: Attempt, signal: AbortSignal): Promise<void> {
    const { delivery, subscriber } = one;
    const done = async () => refuseTakenOver(await this.#deliveries.done(delivery));
    const work = async () => {
      one.hasBegun = true;
      await subscriber.handle(eventOf(delivery));
    };
    if (subscriber.transactional) {
      await this.#database.transaction(() => done().then(work), { signal });
    } else {
      await unlessAborted(signal, work);
      await done();
    }
  }

  async #failed(one: Attempt, error: unknown): Promise<void> {
    const { delivery, hasBegun } = one;
    if (isInstance(error, TakenOver)) this.#reportTakenOver(delivery);
    else if (isInstance(error, Interrupted)) await this.giveBack(delivery, 0);
    // Without a call of `handle`, for lack of a connection for example, the attempt does not count.
    else if (!hasBegun) await this.giveBack(delivery, this.#config.pollSeconds);
    else if (delivery.attempts >= this.#config.maxAttempts) await this.#giveUp(one, error);
    else await this.#putOff(delivery, error);
  }

  async #putOff(delivery: Delivery, error: unknown): Promise<void> {
    const { backoffSeconds, longestBackoffSeconds } = this.#config;
    const pause = Math.min(backoffSeconds * 2 ** (delivery.attempts - 1), longestBackoffSeconds);
    // Random share of the pause: deliveries that failed together are retried at different times.
    const seconds = pause * (0.5 + Math.random() / 2);
    const message = `The subscriber '${delivery.subscriber}' failed; it is tried again in ${seconds.toFixed(1)} s. The field "err" says why`;
    this.#logger.warn({ ...about(delivery), err: error }, message);
    this.#count(delivery.subscriber, 'failed');
    await this.#record(delivery, () => this.#deliveries.putOff(delivery, seconds, this.#textOf(error, delivery)));
  }

  /**
   * Marks a delivery as dead, and calls `gaveUp` of the subscriber in the same transaction.
   * @param error undefined when an earlier attempt was the last one
   */
  async #giveUp(one: Attempt, error?: unknown): Promise<void> {
    const { delivery, subscriber } = one;
    const { maxAttempts, longestBackoffSeconds } = this.#config;
    const unknown = delivery.lastError ?? 'the process ended during the attempt';
    const reason = error === undefined ? unknown : this.#textOf(error, delivery);
    const last = { ...delivery, attempts: Math.min(delivery.attempts, maxAttempts) };
    const work = async () => {
      refuseTakenOver(await this.#deliveries.dead(delivery, reason));
      await subscriber.gaveUp(eventOf(last));
    };
    try {
      await this.#limited((signal) => this.#database.transaction(work, { signal }));
      this.#count(delivery.subscriber, 'dead');
      const message = `The subscriber '${delivery.subscriber}' failed in its last attempt. Correct the cause in the field "reason", then run: lectern outbox --retry ${delivery.id}`;
      this.#logger.error({ ...about(delivery), err: error, reason }, message);
    } catch (err) {
      if (isInstance(err, TakenOver)) {
        this.#reportTakenOver(delivery);
        return;
      }
      const message = `gaveUp() of the subscriber '${delivery.subscriber}' failed; it is called again in ${longestBackoffSeconds} s. Correct what the error says`;
      this.#logger.error({ ...about(delivery), err }, message);
      await this.#record(delivery, () => this.#deliveries.putOff(delivery, longestBackoffSeconds, reason));
    }
  }

  /**
   * Text to record for an error, with the line that threw it. The name of a subscriber begins with that of its module.
   */
  #textOf(error: unknown, { subscriber }: Delivery): string {
    return this.#installation.errors.withLine(redact(error), error, subscriber.replace(/\..*/, ''));
  }

  /** Runs `work`, and aborts it before the lease ends. */
  async #limited(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const seconds = this.#config.leaseSeconds * SHARE_OF_LEASE;
    const control = new AbortController();
    const end = () => control.abort(new Error(`it took longer than ${seconds} s ${LATE}`));
    const timer = setTimeout(end, seconds * 1000).unref();
    this.#underWay.add(control);
    try {
      await this.#database.withBackgroundTimeout(() => work(control.signal), seconds * 1000);
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(control);
    }
  }

  /** Records a result. If the write fails, the event is delivered again after the lease has run out. */
  async #record(delivery: Delivery, write: () => Promise<boolean>): Promise<void> {
    try {
      if (!(await write())) this.#reportTakenOver(delivery);
    } catch (err) {
      const message =
        'The result of a delivery could not be recorded; the event is delivered again when the lease ends. Check the database';
      this.#logger.warn({ ...about(delivery), err }, message);
    }
  }

  #reportTakenOver(delivery: Delivery): void {
    const message = `The subscriber '${delivery.subscriber}' exceeded its lease; another attempt delivers the event. Look for code that blocks the event loop, or raise modules.events.leaseSeconds`;
    this.#logger.warn(about(delivery), message);
  }
}

function eventOf({ eventId, name, payload, createdAt, attempts }: Delivery): DomainEvent {
  return { id: eventId, name, payload, createdAt, attempt: attempts } as DomainEvent;
}

function refuseTakenOver(isHeld: boolean): void {
  if (!isHeld) throw new TakenOver('The delivery is leased by another attempt.');
}

function spanOf({ subscriber, name, eventId, attempts }: Delivery) {
  const attributes = { 'lectern.event': name, 'lectern.event_id': eventId, 'lectern.attempt': attempts };
  return { name: `deliver ${subscriber}`, attributes };
}

/** Fields of a log line about a delivery, without the payload, which may be personal. */
function about({ id, subscriber, eventId, name, attempts }: Delivery): object {
  return { delivery: id, subscriber, event: name, eventId, attempt: attempts };
}

/** Result of an attempt: a `failed` delivery is tried again, a `dead` delivery is given up. */
type DeliveryOutcome = 'done' | 'failed' | 'dead';

type CountDelivery = (subscriber: string, outcome: DeliveryOutcome) => void;

function deliveryMeter({ meters }: Pick<Services, 'meters'>): CountDelivery {
  const tries = meters.counter({
    name: 'lectern_event_deliveries_total',
    help: 'Attempts to deliver events, by subscriber and result: done, failed (tried again), dead (given up).',
    labels: ['subscriber', 'outcome'],
  });
  return (subscriber, outcome) => tries.inc({ subscriber, outcome });
}
