import { use } from 'lectern';
import { networkOf, refusal, type Counter } from '../../../infrastructure/limits/index.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

export type RegisterLevel = 'none' | 'low' | 'middle' | 'high';

/** Request for a mail, counted by its recipient, the network of the client and the account. */
export interface MailRequest {
  readonly email: string;
  /** IP address of the client. */
  readonly address: string;
  /** Account of a signed-in caller. */
  readonly userId?: string;
}

interface Limit {
  readonly name: string;
  readonly counter: Counter;
}

/** Rate limits of mails, codes, registrations and portraits, counted over all replicas (specification, section 8). */
export class AccountLimits {
  readonly #limits = use('limits');
  readonly #config = use('accountsConfig');
  readonly #mailTarget = this.#limit('mail_target', this.#config.mailsToAddressPerHour, HOUR_SECONDS);
  readonly #mailNetwork = this.#limit('mail_address', this.#config.mailsOfNetworkPerHour, HOUR_SECONDS);
  readonly #mailAccount = this.#limit('mail_account', this.#config.mailsOfAccountPerDay, DAY_SECONDS);
  readonly #codes = this.#limit('code_address', this.#config.codesOfNetworkPerHour, HOUR_SECONDS);
  readonly #portraits = this.#limit('portrait_account', this.#config.portraitsPerHour, HOUR_SECONDS);
  /** Registrations per day from one network, by the value of the setting `register.level`. */
  readonly #registrations: Readonly<Record<RegisterLevel, Limit>> = {
    none: this.#limit('register_none', 1000, DAY_SECONDS),
    low: this.#limit('register_low', 100, DAY_SECONDS),
    middle: this.#limit('register_middle', 30, DAY_SECONDS),
    high: this.#limit('register_high', 10, DAY_SECONDS),
  };

  /**
   * Counts a mail for the network of the client, the account and the recipient.
   * @throws standardFailures.tooManyRequests, unavailable
   */
  async takeMail({ email, address, userId }: MailRequest): Promise<void> {
    await take(this.#mailNetwork, networkOf(address));
    if (userId !== undefined) await take(this.#mailAccount, userId);
    await take(this.#mailTarget, email);
  }

  /** Counts an attempt of a network to use a code or a link. @throws standardFailures.tooManyRequests, unavailable */
  takeTry(address: string): Promise<void> {
    return take(this.#codes, networkOf(address));
  }

  /** Counts a registration for the network of the client. @throws standardFailures.tooManyRequests, unavailable */
  takeRegistration(level: RegisterLevel, address: string): Promise<void> {
    return take(this.#registrations[level], networkOf(address));
  }

  /** Counts a portrait for the account. @throws standardFailures.tooManyRequests, unavailable */
  takePortrait(userId: string): Promise<void> {
    return take(this.#portraits, userId);
  }

  #limit(name: string, points: number, seconds: number): Limit {
    return { name, counter: this.#limits.counter(name, { points, seconds }) };
  }
}

async function take({ name, counter }: Limit, key: string): Promise<void> {
  const standing = await counter.take(key);
  if (!standing.allowed) throw refusal(name, standing);
}
