import { use } from 'lectern';
import type { Changer } from '../../users/index.ts';
import { failures } from '../failures.ts';
import type { SmsLogin } from './sms_logins.ts';

/** Changes the mobile number and the e-mail address of accounts, and cancels accounts. */
export class Contacts {
  readonly #accountLimits = use('accountLimits');
  readonly #accounts = use('accounts');
  readonly #database = use('database');
  readonly #emailLinks = use('emailLinks');
  readonly #files = use('files');
  readonly #identities = use('identities');
  readonly #mailer = use('mailer');
  readonly #smsCodes = use('smsCodes');
  readonly #users = use('users');

  /**
   * Sets the mobile number of an account, if `code` was sent to that number.
   * @throws failures.wrongCode; standardFailures.tooManyRequests, unavailable
   * @throws userFailures.wrongPassword, accountChanged, mobileTaken, userNotFound
   */
  async changeMobile(by: Changer, { mobile, smsToken, code }: SmsLogin): Promise<void> {
    const version = await this.#accounts.confirmIfSet(by);
    await this.#accountLimits.takeTry(by.address);
    const result = await this.#smsCodes.verify({ type: 'sms_bind', mobile, smsToken, code });
    if (result !== 'success') throw failures.wrongCode();
    await this.#identities.change(by.id, { mobile }, version);
  }

  /**
   * Requests a link to a new address; the account keeps its address until the link is opened.
   * @throws userFailures.wrongPassword, accountChanged, userNotFound; standardFailures.tooManyRequests, unavailable
   */
  async changeEmail(by: Changer, email: string): Promise<void> {
    this.#mailer.assertEnabled();
    const version = await this.#accounts.confirmIfSet(by);
    const { id: userId, address } = by;
    await this.#accountLimits.takeMail({ email, address, userId });
    await this.#emailLinks.request({ kind: 'change', email, userId, version });
  }

  /**
   * Cancels an account.
   * @param hasProved whether the request contained the right password
   * @throws failures.passwordNeeded when the account has a password and `hasProved` is false
   * @throws userFailures.userNotFound; lastAdministrator for the last super administrator or manager of users
   */
  async cancel(userId: string, hasProved: boolean): Promise<void> {
    if (!hasProved && (await this.#hasPassword(userId))) throw failures.passwordNeeded();
    const { avatar } = await this.#users.get(userId);
    await this.#database.transaction(async () => {
      await this.#accounts.erase(userId);
      await this.#emailLinks.removeOf(userId);
    });
    for (const address of Object.values(avatar ?? {})) await this.#files.remove(address as string);
  }

  async #hasPassword(id: string): Promise<boolean> {
    return (await this.#identities.find({ id }))?.hasPassword ?? true;
  }
}
