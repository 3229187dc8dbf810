import type { Services } from 'lectern';
import { failures } from '../failures.ts';
import type { AccountLimits } from './account_limits.ts';
import type { EmailLinks } from './email_links.ts';

/** A confirmed address. */
export interface Confirmed {
  readonly userId: string;
  /** Whether the link was that of a registration, which signs in. */
  readonly isNew: boolean;
}

type Needs = Pick<Services, 'accountLimits' | 'database' | 'emailLinks' | 'events' | 'identities'>;

/** Gives accounts the e-mail addresses whose links were opened. */
export class Confirmations {
  readonly #limits: AccountLimits;
  readonly #database: Services['database'];
  readonly #links: EmailLinks;
  readonly #events: Services['events'];
  readonly #identities: Services['identities'];

  constructor({ accountLimits, database, emailLinks, events, identities }: Needs) {
    this.#limits = accountLimits;
    this.#database = database;
    this.#links = emailLinks;
    this.#events = events;
    this.#identities = identities;
  }

  /**
   * Uses the link of a mail. @param address address of the client
   * @throws failures.wrongLink; emailTaken when another account was faster; tooManyRequests
   */
  async confirm(token: string, address: string): Promise<Confirmed> {
    await this.#limits.takeTry(address);
    return this.#database.transaction(async () => {
      const link = await this.#links.use(token, ['register', 'change']);
      if (!link?.userId) throw failures.wrongLink();
      const { userId, email, passwordHash } = link;
      const isNew = link.kind === 'register';
      await this.#identities.change(userId, { email, ...(passwordHash !== null && { passwordHash }) });
      if (isNew) await this.#events.publish('user.registered', { userId });
      return { userId, isNew };
    });
  }
}
