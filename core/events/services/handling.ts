import { backgroundSpans, type DomainEvent, type Services, type Subscriber } from 'lectern';
import { isInstance } from 'lectern/host';
import { unlessAborted, type Database } from '../../database/index.ts';
import type { EventsConfig } from '../config.ts';
import type { Deliveries, Delivery } from './deliveries.ts';
import { deliveryMeter, type CountDelivery } from './delivery_meter.ts';
import { redact } from './redact.ts';

// The rest of the lease is for writing down how it went, before another replica takes over.
const SHARE_OF_LEASE = 0.8;

/** Another try has taken the delivery over, and it alone may say what becomes of it. */
class TakenOver extends Error {}

/** The try was ended because the replica stops. */
class Interrupted extends Error {}

/** A subscriber at a delivery. */
interface Try {
  readonly delivery: Delivery;
  readonly subscriber: Subscriber;
  hasBegun: boolean;
}

/** Lets subscribers work on deliveries, and records how that went. */
export class Handling {
  readonly #database: Database;
  readonly #deliveries: Deliveries;
  readonly #logger: Services['logger'];
  readonly #config: EventsConfig;
  readonly #count: CountDelivery;
  readonly #inSpan = backgroundSpans();
  readonly #underWay = new Set<AbortController>();

  constructor({
    database,
    eventDeliveries,
    logger,
    eventsConfig,
    meters,
  }: Pick<Services, 'database' | 'eventDeliveries' | 'logger' | 'eventsConfig' | 'meters'>) {
    this.#count = deliveryMeter({ meters });
    this.#database = database;
    this.#deliveries = eventDeliveries;
    this.#logger = logger;
    this.#config = eventsConfig;
  }

  /** Makes one try. It never rejects: what the subscriber throws is logged and recorded. */
  async handle(delivery: Delivery, subscriber: Subscriber): Promise<void> {
    const one: Try = { delivery, subscriber, hasBegun: false };
    // The process ended in the last try, or what was to be done about its failure failed.
    if (delivery.attempts > this.#config.maxAttempts) return this.#giveUp(one);
    try {
      await this.#inSpan(spanOf(delivery), () => this.#limited((signal) => this.#work(one, signal)));
      this.#count(subscriber.name, 'done');
    } catch (error) {
      await this.#failed(one, error);
    }
  }

  /** Gives a delivery back as if it had not been taken. */
  giveBack(delivery: Delivery, seconds: number): Promise<void> {
    return this.#record(delivery, () => this.#deliveries.giveBack(delivery, seconds));
  }

  /** Ends what is under way, so that it holds neither a connection nor its lease. */
  interrupt(): void {
    for (const control of this.#underWay) control.abort(new Interrupted('this replica stops'));
  }

  /** The mark comes first: while the transaction is open, nobody can take the delivery over, lease or not. */
  async #work(one: Try, signal: AbortSignal): Promise<void> {
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

  async #failed(one: Try, error: unknown): Promise<void> {
    const { delivery, hasBegun } = one;
    if (isInstance(error, TakenOver)) this.#reportTakenOver(delivery);
    else if (isInstance(error, Interrupted)) await this.giveBack(delivery, 0);
    // There was no connection to be had: that is not the subscriber's fault and does not count.
    else if (!hasBegun) await this.giveBack(delivery, this.#config.pollSeconds);
    else if (delivery.attempts >= this.#config.maxAttempts) await this.#giveUp(one, error);
    else await this.#putOff(delivery, error);
  }

  async #putOff(delivery: Delivery, error: unknown): Promise<void> {
    const { backoffSeconds, longestBackoffSeconds } = this.#config;
    const pause = Math.min(backoffSeconds * 2 ** (delivery.attempts - 1), longestBackoffSeconds);
    // Apart from each other, so that what failed together does not come back together.
    const seconds = pause * (0.5 + Math.random() / 2);
    const message = `The subscriber '${delivery.subscriber}' failed; it is tried again in ${seconds.toFixed(1)} s`;
    this.#logger.warn({ ...about(delivery), err: error }, message);
    this.#count(delivery.subscriber, 'failed');
    await this.#record(delivery, () => this.#deliveries.putOff(delivery, seconds, redact(error)));
  }

  /** @param error left out when the previous attempt recorded no result */
  async #giveUp(one: Try, error?: unknown): Promise<void> {
    const { delivery, subscriber } = one;
    const { maxAttempts, longestBackoffSeconds } = this.#config;
    const reason = error === undefined ? (delivery.lastError ?? 'the process ended during the attempt') : redact(error);
    const last = { ...delivery, attempts: Math.min(delivery.attempts, maxAttempts) };
    const work = async () => {
      refuseTakenOver(await this.#deliveries.dead(delivery, reason));
      await subscriber.gaveUp(eventOf(last));
    };
    try {
      await this.#limited((signal) => this.#database.transaction(work, { signal }));
      this.#count(delivery.subscriber, 'dead');
      const message = `The subscriber '${delivery.subscriber}' failed in its last attempt; see lectern outbox --dead`;
      this.#logger.error({ ...about(delivery), err: error, reason }, message);
    } catch (err) {
      if (isInstance(err, TakenOver)) {
        this.#reportTakenOver(delivery);
        return;
      }
      const message = `gaveUp() of the subscriber '${delivery.subscriber}' failed; it is called again later`;
      this.#logger.error({ ...about(delivery), err }, message);
      await this.#record(delivery, () => this.#deliveries.putOff(delivery, longestBackoffSeconds, reason));
    }
  }

  /** Ends the work in time, that is before its lease ends. */
  async #limited(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const seconds = this.#config.leaseSeconds * SHARE_OF_LEASE;
    const control = new AbortController();
    const end = () => control.abort(new Error(`it took longer than ${seconds} s (modules.events.leaseSeconds)`));
    const timer = setTimeout(end, seconds * 1000).unref();
    this.#underWay.add(control);
    try {
      await this.#database.patiently(() => work(control.signal), seconds * 1000);
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(control);
    }
  }

  /** What can't be written down is known by the end of the lease: another try is made then. */
  async #record(delivery: Delivery, write: () => Promise<boolean>): Promise<void> {
    try {
      if (!(await write())) this.#reportTakenOver(delivery);
    } catch (err) {
      const message = 'The result of a delivery could not be recorded; it is delivered again when its lease ends';
      this.#logger.warn({ ...about(delivery), err }, message);
    }
  }

  #reportTakenOver(delivery: Delivery): void {
    const message = `The subscriber '${delivery.subscriber}' exceeded its lease; another attempt delivers the event`;
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

/** What a line of the log says of a delivery; never its payload. */
function about({ id, subscriber, eventId, name, attempts }: Delivery): object {
  return { delivery: id, subscriber, event: name, eventId, attempt: attempts };
}
