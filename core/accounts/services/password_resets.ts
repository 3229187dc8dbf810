import { standardFailures, type Services } from 'lectern';
import { failures } from '../failures.ts';

/** A new password, with the token of a link or with the code that was sent to the mobile number. */
export interface PasswordReset {
  readonly token?: string | undefined;
  readonly mobile?: string | undefined;
  readonly smsToken?: string | undefined;
  readonly code?: string | undefined;
  readonly newPassword: string;
}

type Needs = Pick<
  Services,
  'accountLimits' | 'accounts' | 'database' | 'emailLinks' | 'identities' | 'mailer' | 'passwords' | 'smsCodes'
>;

/** Sets passwords that were forgotten. A new password revokes all tokens and JWTs of the user. */
export class PasswordResets {
  readonly #services: Needs;

  constructor({ accountLimits, accounts, database, emailLinks, identities, mailer, passwords, smsCodes }: Needs) {
    this.#services = { accountLimits, accounts, database, emailLinks, identities, mailer, passwords, smsCodes };
  }

  /**
   * Requests a link to an e-mail address; the result is the same for addresses without an account.
   * @param address IP address of the client
   * @throws standardFailures.tooManyRequests, unavailable
   */
  async requestLink(email: string, address: string): Promise<void> {
    const { accountLimits, emailLinks, mailer } = this.#services;
    mailer.assertEnabled();
    await accountLimits.takeMail({ email, address });
    await emailLinks.request({ kind: 'reset', email });
  }

  /** @throws failures.wrongLink, failures.wrongCode; standardFailures.invalidParameter, tooManyRequests, unavailable */
  async reset({ token, mobile, smsToken, code, newPassword }: PasswordReset, address: string): Promise<void> {
    if (token === undefined && (mobile === undefined || smsToken === undefined || code === undefined)) {
      const details = [{ field: 'token', message: 'is missing; send token, or mobile, smsToken and code' }];
      throw standardFailures.invalidParameter({ details });
    }
    await this.#services.accountLimits.takeTry(address);
    if (token !== undefined) await this.#byLink(token, newPassword);
    else await this.#byCode({ mobile: mobile ?? '', smsToken: smsToken ?? '', code: code ?? '' }, newPassword);
  }

  /** Sets a password by a link. Refuses the link when the account no longer has the address that received the mail. */
  async #byLink(token: string, newPassword: string): Promise<void> {
    const { accounts, database, emailLinks, identities, passwords } = this.#services;
    if (!(await emailLinks.isValid(token))) throw failures.wrongLink();
    const hash = await passwords.hash(newPassword);
    await database.transaction(async () => {
      const link = await emailLinks.use(token, ['reset']);
      const owner = link && (await identities.find({ email: link.email }));
      if (!owner || owner.id !== link.userId) throw failures.wrongLink();
      await accounts.replacePassword(owner.id, hash);
    });
  }

  /** Sets a password by a code. A number without an account fails like a wrong code. */
  async #byCode(sent: { mobile: string; smsToken: string; code: string }, newPassword: string): Promise<void> {
    const { accounts, identities, smsCodes } = this.#services;
    const result = await smsCodes.verify({ type: 'sms_forget_password', ...sent });
    const owner = result === 'success' ? await identities.find({ mobile: sent.mobile }) : undefined;
    if (!owner) throw failures.wrongCode();
    await accounts.resetPassword(owner.id, newPassword);
  }
}
