import { use } from 'lectern';

/** An account whose e-mail address was confirmed. */
export interface Confirmed {
  readonly userId: string;
  /** Whether the link confirmed a registration; the answer then contains an access token. */
  readonly isNew: boolean;
}

/** Sets the e-mail addresses of accounts after the links to the addresses were opened. */
export class Confirmations {
  readonly #limits = use('accountLimits');
  readonly #database = use('database');
  readonly #links = use('emailLinks');
  readonly #events = use('events');
  readonly #identities = use('identities');

  /**
   * Consumes the link of a mail, and sets the address.
   * @param address IP address of the client
   * @throws failures.wrongLink for a wrong, used or expired token, and for one of an earlier version of the account
   * @throws userFailures.emailTaken when another account got the address first; userNotFound for a cancelled account
   * @throws standardFailures.tooManyRequests when the network of the client has tried too many codes and links
   */
  async confirm(token: string, address: string): Promise<Confirmed> {
    await this.#limits.takeTry(address);
    const link = await this.#links.opened(token, ['register', 'change']);
    const { userId, email, passwordHash } = link;
    const isNew = link.kind === 'register';
    return this.#database.transaction(async () => {
      await this.#links.use(link);
      await this.#identities.change(userId, { email, ...(passwordHash !== null && { passwordHash }) });
      if (isNew) await this.#events.publish('user.registered', { userId });
      return { userId, isNew };
    });
  }
}
