import { standardFailures, type Services } from 'lectern';
import { register, type SectionValues } from '../../settings/index.ts';
import { userFailures } from '../../users/index.ts';
import type { CaptchaAnswer } from '../../verification/index.ts';
import { failures } from '../failures.ts';

/** A request to register, by e-mail address or by mobile number. */
export interface RegistrationRequest extends CaptchaAnswer {
  readonly email?: string | undefined;
  readonly mobile?: string | undefined;
  readonly smsToken?: string | undefined;
  readonly code?: string | undefined;
  readonly nickname?: string | undefined;
  readonly password: string;
  readonly agreement: boolean;
}

/** A registered account. */
export interface Registered {
  readonly userId: string;
  /** Whether the account can be used only after the link in the mail was opened. */
  readonly waits: boolean;
}

type Mode = SectionValues<typeof register>['mode'];

/** An account to add, and the address that it is registered by. */
interface Applicant {
  readonly nickname: string;
  readonly passwordHash: string;
}

/** Modes by kind of address. */
const byEmail: readonly Mode[] = ['email', 'email_verify', 'email_mobile', 'email_verify_mobile'];
const byMobile: readonly Mode[] = ['mobile', 'email_mobile', 'email_verify_mobile'];
const verifying: readonly Mode[] = ['email_verify', 'email_verify_mobile'];

type Needs = Pick<
  Services,
  | 'accountLimits'
  | 'captchas'
  | 'database'
  | 'emailLinks'
  | 'events'
  | 'identities'
  | 'mailer'
  | 'passwords'
  | 'settings'
  | 'smsCodes'
>;

/** Registers accounts as the setting `register` allows (specification, section 4, Accounts). */
export class Registration {
  readonly #services: Needs;

  constructor({
    accountLimits,
    captchas,
    database,
    emailLinks,
    events,
    identities,
    mailer,
    passwords,
    settings,
    smsCodes,
  }: Needs) {
    this.#services = {
      accountLimits,
      captchas,
      database,
      emailLinks,
      events,
      identities,
      mailer,
      passwords,
      settings,
      smsCodes,
    };
  }

  /**
   * Registers an account. An e-mail address with an account gets the same answer as one without; its owner gets a mail.
   * @param address address of the client
   * @throws failures.registrationClosed, wayClosed, wrongCode; nicknameTaken, mobileTaken, captchaRequired
   * @throws standardFailures.invalidParameter, tooManyRequests, unavailable
   */
  async register(request: RegistrationRequest, address: string): Promise<Registered> {
    const { accountLimits, captchas, identities, mailer, passwords, settings } = this.#services;
    const { mode, level, captchaEnabled } = await settings.get(register);
    refuseWrong(request, mode);
    const nickname = request.nickname ?? identities.newNickname();
    if (await identities.find({ nickname })) throw userFailures.nicknameTaken({ details: nicknameProblem });
    if (request.email !== undefined) mailer.assertEnabled();
    if (captchaEnabled) await captchas.demand(request);
    await accountLimits.takeRegistration(level, address);
    if (request.email === undefined) await this.#verifyMobile(request, address);
    else await accountLimits.takeMail({ email: request.email, address });
    const applicant = { nickname, passwordHash: await passwords.hash(request.password) };
    return request.email === undefined
      ? this.#add(applicant, { mobile: request.mobile })
      : this.#addByEmail(applicant, { email: request.email, waits: verifying.includes(mode) });
  }

  /** @throws failures.wrongCode */
  async #verifyMobile({ mobile = '', smsToken = '', code = '' }: RegistrationRequest, address: string): Promise<void> {
    await this.#services.accountLimits.takeTry(address);
    const result = await this.#services.smsCodes.verify({ type: 'register', mobile, smsToken, code });
    if (result !== 'success') throw failures.wrongCode();
  }

  /**
   * The account gets its address when the link is opened. An earlier answer would reveal whether the address has an
   * account. With required verification, the password also takes effect with the link.
   */
  async #addByEmail(
    { nickname, passwordHash }: Applicant,
    { email, waits }: { email: string; waits: boolean },
  ): Promise<Registered> {
    const { database, emailLinks } = this.#services;
    return database.transaction(async () => {
      const added = await this.#add({ nickname, ...(!waits && { passwordHash }) }, { waits });
      const { userId } = added;
      await emailLinks.request(
        waits ? { kind: 'register', email, userId, passwordHash } : { kind: 'change', email, userId },
      );
      return added;
    });
  }

  #add(
    applicant: Partial<Applicant> & Pick<Applicant, 'nickname'>,
    { mobile, waits = false }: { mobile?: string | undefined; waits?: boolean },
  ): Promise<Registered> {
    const { database, events, identities } = this.#services;
    return database.transaction(async () => {
      const userId = await identities.add({ ...applicant, mobile });
      if (!waits) await events.publish('user.registered', { userId });
      return { userId, waits };
    });
  }
}

const nicknameProblem = [{ field: 'nickname', message: 'is taken' }];

/** @throws failures.registrationClosed, wayClosed, standardFailures.invalidParameter */
function refuseWrong({ email, mobile, smsToken, code, agreement }: RegistrationRequest, mode: Mode): void {
  if (mode === 'closed') throw failures.registrationClosed();
  if ((email === undefined) === (mobile === undefined)) throw wrong('mobile', 'must be given, or else email');
  if (!(email === undefined ? byMobile : byEmail).includes(mode)) throw failures.wayClosed();
  if (!agreement) throw wrong('agreement', 'must be true: the agreement has to be accepted');
  if (mobile !== undefined && smsToken === undefined) throw wrong('smsToken', 'is missing');
  if (mobile !== undefined && code === undefined) throw wrong('code', 'is missing');
}

function wrong(field: string, message: string) {
  return standardFailures.invalidParameter({
    message: `The parameter "${field}" ${message}.`,
    details: [{ field, message }],
  });
}
