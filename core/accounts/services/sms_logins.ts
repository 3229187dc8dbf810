import { standardFailures, type Caller, type Services } from 'lectern';

/** A mobile number, and the token and code of an SMS to this number. */
export interface SmsLogin {
  readonly mobile: string;
  readonly smsToken: string;
  readonly code: string;
}

type Needs = Pick<Services, 'accountLimits' | 'callers' | 'identities' | 'smsCodes'>;

/** Identifies users by a code that was sent to the verified mobile number of the account. */
export class SmsLogins {
  readonly #services: Needs;

  constructor({ accountLimits, callers, identities, smsCodes }: Needs) {
    this.#services = { accountLimits, callers, identities, smsCodes };
  }

  /**
   * Returns the caller for a number and a code. A number without an account fails like a wrong code.
   * @param address IP address of the client
   * @throws standardFailures.invalidCredential, banned, tooManyRequests, unavailable
   */
  async identify(login: SmsLogin, address: string): Promise<Caller> {
    const { accountLimits, callers, identities, smsCodes } = this.#services;
    await accountLimits.takeTry(address);
    const result = await smsCodes.verify({ type: 'sms_login', ...login });
    const owner = result === 'success' ? await identities.find({ mobile: login.mobile }) : undefined;
    if (!owner) throw standardFailures.invalidCredential();
    return callers.ofUser(owner.id);
  }
}
