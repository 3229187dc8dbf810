import { use } from 'lectern';
import { networkOf, refusal, type Counter } from '../../../infrastructure/limits/index.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** Maximum number of registrations per day from one network, by the value of the setting `register.level`. */
const registrationsPerDay = { none: 1000, low: 100, middle: 30, high: 10 } as const;

export type RegisterLevel = keyof typeof registrationsPerDay;

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
  readonly #mailTarget: Limit;
  readonly #mailNetwork: Limit;
  readonly #mailAccount: Limit;
  readonly #codes: Limit;
  readonly #portraits: Limit;
  readonly #registrations: Readonly<Record<RegisterLevel, Limit>>;

  constructor() {
    const accountsConfig = use('accountsConfig');
    const limit = (name: string, points: number, seconds: number): Limit => ({
      name,
      counter: this.#limits.counter(name, { points, seconds }),
    });
    this.#mailTarget = limit('mail_target', accountsConfig.mailsToAddressPerHour, HOUR_SECONDS);
    this.#mailNetwork = limit('mail_address', accountsConfig.mailsOfNetworkPerHour, HOUR_SECONDS);
    this.#mailAccount = limit('mail_account', accountsConfig.mailsOfAccountPerDay, DAY_SECONDS);
    this.#codes = limit('code_address', accountsConfig.codesOfNetworkPerHour, HOUR_SECONDS);
    this.#portraits = limit('portrait_account', accountsConfig.portraitsPerHour, HOUR_SECONDS);
    const levels = Object.entries(registrationsPerDay).map(
      ([level, points]) => [level, limit(`register_${level}`, points, DAY_SECONDS)] as const,
    );
    this.#registrations = Object.fromEntries(levels) as Readonly<Record<RegisterLevel, Limit>>;
  }

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
}

async function take({ name, counter }: Limit, key: string): Promise<void> {
  const standing = await counter.take(key);
  if (!standing.allowed) throw refusal(name, standing);
}
