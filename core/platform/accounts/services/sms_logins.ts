import { standardFailures, type Caller, use } from 'lectern';

/** A mobile number, and the token and code of an SMS to this number. */
export interface SmsLogin {
  readonly mobile: string;
  readonly smsToken: string;
  readonly code: string;
}

/** Identifies users by a code that was sent to the verified mobile number of the account. */
export class SmsLogins {
  readonly #accountLimits = use('accountLimits');
  readonly #callers = use('callers');
  readonly #smsCodes = use('smsCodes');

  /**
   * Returns the caller for a number and a code. A number without an account fails like a wrong code.
   * @param address IP address of the client
   * @throws standardFailures.invalidCredential, banned, tooManyRequests, unavailable
   */
  async identify(login: SmsLogin, address: string): Promise<Caller> {
    await this.#accountLimits.takeTry(address);
    const owner = await this.#smsCodes.identify({ type: 'sms_login', ...login });
    if (!owner) throw standardFailures.invalidCredential();
    return this.#callers.ofUser(owner.id);
  }
}
