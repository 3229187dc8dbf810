import { use } from 'lectern';
import { refusal, type Counter, type Standing } from '../../../infrastructure/limits/index.ts';
import type { SmsConfig } from '../config.ts';
import { failures } from '../failures.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const WHOLE_SITE = 'all';

/** Mobile number and network of a client that requests a code. */
export interface SmsSenderOrigin {
  readonly mobile: string;
  readonly network: string;
}

/** A limit, its counter, and the key under which it counts a request. */
interface Limit {
  readonly name: string;
  readonly counter: Counter;
  readonly keyOf: (origin: SmsSenderOrigin) => string;
}

/** Counters that one request has incremented. */
export class CountedLimits {
  readonly #taken: { readonly counter: Counter; readonly key: string }[] = [];

  async take(counter: Counter, key: string): Promise<Standing> {
    const standing = await counter.take(key);
    if (standing.allowed) this.#taken.push({ counter, key });
    return standing;
  }

  /** Reverts the increments. Ignores errors, because counts expire anyway. */
  async giveBack(): Promise<void> {
    await Promise.allSettled(this.#taken.splice(0).map(({ counter, key }) => counter.giveBack(key)));
  }
}

/** Limits of requests for codes, counted over all replicas (specification, section 8). */
export class SmsLimits {
  readonly #free: Counter;
  readonly #limits: readonly Limit[];

  constructor() {
    const limits = use('limits');
    const sms = use('verificationConfig').sms;
    this.#free = limits.counter('sms_free', { points: sms.freePerHour, seconds: HOUR_SECONDS });
    this.#limits = rulesOf(sms).map(({ name, keyOf, ...rule }) => ({
      name,
      counter: limits.counter(name, rule),
      keyOf,
    }));
  }

  /** Checks the limits without counting. @throws failures.tooManyCodes when a limit is used up */
  async assertNotUsedUp(origin: SmsSenderOrigin): Promise<void> {
    const looks = this.#limits.map(async ({ name, counter, keyOf }) => ({
      name,
      standing: await counter.standing(keyOf(origin)),
    }));
    const usedUp = (await Promise.all(looks)).filter(({ standing }) => !standing.allowed);
    usedUp.sort((a, b) => b.standing.retryAfter - a.standing.retryAfter);
    if (usedUp[0]) throw refusal(usedUp[0].name, usedUp[0].standing, failures.tooManyCodes);
  }

  /** Counts a free request of the network, which needs no captcha. @returns whether a free request was left */
  async takeFree({ network }: SmsSenderOrigin, counted: CountedLimits): Promise<boolean> {
    return (await counted.take(this.#free, network)).allowed;
  }

  /** Counts a request under every limit. @throws failures.tooManyCodes when a limit is used up */
  async take(origin: SmsSenderOrigin, counted: CountedLimits): Promise<void> {
    for (const { name, counter, keyOf } of this.#limits) {
      const standing = await counted.take(counter, keyOf(origin));
      if (!standing.allowed) throw refusal(name, standing, failures.tooManyCodes);
    }
  }
}

function rulesOf(sms: SmsConfig) {
  const mobile = (origin: SmsSenderOrigin) => origin.mobile;
  const network = (origin: SmsSenderOrigin) => origin.network;
  return [
    { name: 'sms_address_hour', points: sms.addressPerHour, seconds: HOUR_SECONDS, keyOf: network },
    { name: 'sms_number_hour', points: sms.numberPerHour, seconds: HOUR_SECONDS, keyOf: mobile },
    { name: 'sms_number_day', points: sms.numberPerDay, seconds: DAY_SECONDS, keyOf: mobile },
    { name: 'sms_site_day', points: sms.sitePerDay, seconds: DAY_SECONDS, keyOf: () => WHOLE_SITE },
  ];
}
