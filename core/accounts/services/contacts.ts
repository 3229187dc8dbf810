import { use } from 'lectern';
import type { Changer } from '../../users/index.ts';
import { failures } from '../failures.ts';
import type { SmsLogin } from './sms_logins.ts';

/** Changes the mobile number and the e-mail address of accounts, and cancels accounts. */
export class Contacts {
  readonly #services = {
    accountLimits: use('accountLimits'),
    accounts: use('accounts'),
    database: use('database'),
    emailLinks: use('emailLinks'),
    files: use('files'),
    identities: use('identities'),
    mailer: use('mailer'),
    smsCodes: use('smsCodes'),
    users: use('users'),
  };

  /**
   * Sets the mobile number of an account, if `code` was sent to that number.
   * @throws failures.wrongCode; standardFailures.tooManyRequests, unavailable
   * @throws userFailures.wrongPassword, accountChanged, mobileTaken, userNotFound
   */
  async changeMobile(by: Changer, { mobile, smsToken, code }: SmsLogin): Promise<void> {
    const { accountLimits, accounts, identities, smsCodes } = this.#services;
    const version = await accounts.confirmIfSet(by);
    await accountLimits.takeTry(by.address);
    const result = await smsCodes.verify({ type: 'sms_bind', mobile, smsToken, code });
    if (result !== 'success') throw failures.wrongCode();
    await identities.change(by.id, { mobile }, version);
  }

  /**
   * Requests a link to a new address; the account keeps its address until the link is opened.
   * @throws userFailures.wrongPassword, accountChanged, userNotFound; standardFailures.tooManyRequests, unavailable
   */
  async changeEmail(by: Changer, email: string): Promise<void> {
    const { accountLimits, accounts, emailLinks, mailer } = this.#services;
    mailer.assertEnabled();
    const version = await accounts.confirmIfSet(by);
    const { id: userId, address } = by;
    await accountLimits.takeMail({ email, address, userId });
    await emailLinks.request({ kind: 'change', email, userId, version });
  }

  /**
   * Cancels an account.
   * @param hasProved whether the request contained the right password
   * @throws failures.passwordNeeded when the account has a password and `hasProved` is false
   * @throws userFailures.userNotFound; lastAdministrator for the last super administrator or manager of users
   */
  async cancel(userId: string, hasProved: boolean): Promise<void> {
    const { accounts, database, emailLinks, files, users } = this.#services;
    if (!hasProved && (await this.#hasPassword(userId))) throw failures.passwordNeeded();
    const { avatar } = await users.get(userId);
    await database.transaction(async () => {
      await accounts.erase(userId);
      await emailLinks.removeOf(userId);
    });
    for (const address of Object.values(avatar ?? {})) await files.remove(address as string);
  }

  async #hasPassword(id: string): Promise<boolean> {
    return (await this.#services.identities.find({ id }))?.hasPassword ?? true;
  }
}
