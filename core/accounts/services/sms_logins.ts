import { standardFailures, type Caller, type Services } from 'lectern';

/** A code that was sent to a number. */
export interface SmsLogin {
  readonly mobile: string;
  readonly smsToken: string;
  readonly code: string;
}

type Needs = Pick<Services, 'accountLimits' | 'callers' | 'identities' | 'smsCodes'>;

/** Signs in by a code that was sent to the verified number of an account. */
export class SmsLogins {
  readonly #services: Needs;

  constructor({ accountLimits, callers, identities, smsCodes }: Needs) {
    this.#services = { accountLimits, callers, identities, smsCodes };
  }

  /**
   * The user of a number and a code; a number without an account is answered like a wrong code.
   * @param address address of the client
   * @throws standardFailures.invalidCredential, banned, tooManyRequests
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
