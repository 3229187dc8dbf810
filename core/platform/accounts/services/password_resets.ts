import { standardFailures, use } from 'lectern';
import { failures } from '../failures.ts';
import type { PasswordReset } from '../inputs.ts';
import type { SmsLogin } from './sms_logins.ts';

/** Sets passwords that were forgotten. A new password revokes all tokens and JWTs of the user. */
export class PasswordResets {
  readonly #accountLimits = use('accountLimits');
  readonly #accounts = use('accounts');
  readonly #database = use('database');
  readonly #emailLinks = use('emailLinks');
  readonly #identities = use('identities');
  readonly #mailer = use('mailer');
  readonly #passwords = use('passwords');
  readonly #smsCodes = use('smsCodes');

  /**
   * Requests a link to an e-mail address; the result is the same for addresses without an account.
   * @param address IP address of the client
   * @throws standardFailures.tooManyRequests, unavailable
   */
  async requestLink(email: string, address: string): Promise<void> {
    this.#mailer.assertEnabled();
    await this.#accountLimits.takeMail({ email, address });
    await this.#emailLinks.request({ kind: 'reset', email });
  }

  /** @throws failures.wrongLink, failures.wrongCode; standardFailures.invalidParameter, tooManyRequests, unavailable */
  async reset({ token, mobile, smsToken, code, newPassword }: PasswordReset, address: string): Promise<void> {
    if (token === undefined && (mobile === undefined || smsToken === undefined || code === undefined)) {
      const details = [{ field: 'token', message: 'is missing; send token, or mobile, smsToken and code' }];
      throw standardFailures.invalidParameter({ details });
    }
    await this.#accountLimits.takeTry(address);
    if (token !== undefined) await this.#byLink(token, newPassword);
    else await this.#byCode({ mobile: mobile ?? '', smsToken: smsToken ?? '', code: code ?? '' }, newPassword);
  }

  /** Sets a password by a link, unless the account has changed since the mail. */
  async #byLink(token: string, newPassword: string): Promise<void> {
    const link = await this.#emailLinks.opened(token, ['reset']);
    const hash = await this.#passwords.hash(newPassword);
    await this.#database.transaction(async () => {
      await this.#emailLinks.use(link);
      await this.#accounts.replacePassword(link.userId, hash);
    });
  }

  /** Sets a password by a code, unless the account has changed since the SMS. A number without an account fails alike. */
  async #byCode(sent: SmsLogin, newPassword: string): Promise<void> {
    const owner = await this.#smsCodes.identify({ type: 'sms_forget_password', ...sent });
    if (!owner) throw failures.wrongCode();
    const hash = await this.#passwords.hash(newPassword);
    await this.#database.transaction(async () => {
      if ((await this.#identities.lock(owner.id)).version !== owner.version) throw failures.wrongCode();
      await this.#accounts.replacePassword(owner.id, hash);
    });
  }
}
