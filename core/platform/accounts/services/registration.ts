import { standardFailures, use } from 'lectern';
import type { Checked } from '../../../infrastructure/events/index.ts';
import { register, type SectionValues } from '../../../infrastructure/settings/index.ts';
import { userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import type { RegistrationRequest } from '../inputs.ts';

export interface Registered {
  readonly userId: string;
  /** Whether the account can be used only after the link in the mail was opened. */
  readonly waits: boolean;
}

type Mode = SectionValues<typeof register>['mode'];

interface Applicant {
  readonly nickname: string;
  readonly passwordHash?: string;
}

/**
 * Values of `register.mode` that allow registration by e-mail address (`byEmail`) or by mobile number (`byMobile`), and
 * those that require a confirmation of the e-mail address first (`verifying`).
 */
const byEmail: readonly Mode[] = ['email', 'email_verify', 'email_mobile', 'email_verify_mobile'];
const byMobile: readonly Mode[] = ['mobile', 'email_mobile', 'email_verify_mobile'];
const verifying: readonly Mode[] = ['email_verify', 'email_verify_mobile'];

/** Registers accounts as the setting `register` allows (specification, section 4, Accounts). */
export class Registration {
  readonly #registering: Checked<'user.registering'> = use('eventChecks').before('user.registering');
  readonly #accountLimits = use('accountLimits');
  readonly #accountVerification = use('accountVerification');
  readonly #bindings = use('bindings');
  readonly #captchas = use('captchas');
  readonly #database = use('database');
  readonly #emailLinks = use('emailLinks');
  readonly #events = use('events');
  readonly #identities = use('identities');
  readonly #mailer = use('mailer');
  readonly #passwords = use('passwords');
  readonly #settings = use('settings');
  readonly #smsCodes = use('smsCodes');

  /**
   * Registers an account. The answer does not reveal whether an e-mail address has an account already; the owner of
   * such an account gets a mail.
   * @param address IP address of the client
   * @throws failures.registrationClosed, wayClosed, wrongCode; userFailures.nicknameTaken, mobileTaken
   * @throws verificationFailures.captchaRequired; socialLoginFailures.wrongAccount, alreadyBound
   * @throws standardFailures.invalidParameter, permissionDenied, tooManyRequests, unavailable
   * @throws failures of the checks of `user.registering`
   */
  async register(request: RegistrationRequest, address: string): Promise<Registered> {
    const { mode, level, captchaEnabled } = await this.#settings.get(register);
    refuseWrong(request, mode);
    const nickname = request.nickname ?? this.#identities.newNickname();
    if (await this.#identities.find({ nickname })) throw userFailures.nicknameTaken({ details: nicknameProblem });
    if (request.email !== undefined) this.#mailer.assertEnabled();
    if (captchaEnabled) await this.#captchas.demand(request);
    await this.#accountLimits.takeRegistration(level, address);
    await this.#verify(request, address);
    const { email, mobile, type, password } = request;
    const applicant = {
      nickname,
      ...(password !== undefined && { passwordHash: await this.#passwords.hash(password) }),
    };
    const person = { nickname, email: email ?? null, mobile: mobile ?? null, provider: type ?? null };
    return this.#registering(person, () =>
      email === undefined
        ? this.#add(applicant, request)
        : this.#addByEmail(applicant, { email, waits: verifying.includes(mode) }),
    );
  }

  async #verify(request: RegistrationRequest, address: string): Promise<void> {
    const { email, type, access_token: accessToken = '', openid = '' } = request;
    if (email !== undefined) return this.#accountLimits.takeMail({ email, address });
    if (type !== undefined) return this.#accountVerification.mustConfirm({ type, accessToken, openid }, address);
    return this.#verifyMobile(request, address);
  }

  async #verifyMobile({ mobile = '', smsToken = '', code = '' }: RegistrationRequest, address: string): Promise<void> {
    await this.#accountLimits.takeTry(address);
    const result = await this.#smsCodes.verify({ type: 'register', mobile, smsToken, code });
    if (result !== 'success') throw failures.wrongCode();
  }

  /**
   * Adds an account without its e-mail address, which is set when the link is opened. An immediate check would reveal
   * whether the address has an account. With required verification, the password is also set by the link.
   */
  async #addByEmail(
    { nickname, passwordHash }: Applicant,
    { email, waits }: { email: string; waits: boolean },
  ): Promise<Registered> {
    return this.#database.transaction(async () => {
      const password = passwordHash !== undefined && { passwordHash };
      const added = await this.#add({ nickname, ...(!waits && password) }, { waits });
      const { version = '' } = (await this.#identities.find({ id: added.userId })) ?? {};
      const link = { kind: waits ? 'register' : 'change', email, userId: added.userId, version } as const;
      await this.#emailLinks.request({ ...link, ...(waits && password) });
      return added;
    });
  }

  #add(
    applicant: Applicant,
    { mobile, type, openid = '', waits = false }: Partial<RegistrationRequest> & { waits?: boolean },
  ): Promise<Registered> {
    return this.#database.transaction(async () => {
      const userId = await this.#identities.add({ ...applicant, mobile });
      if (type !== undefined) await this.#bindings.add({ provider: type, openid, userId });
      if (!waits) await this.#events.publish('user.registered', { userId });
      return { userId, waits };
    });
  }
}

const nicknameProblem = [{ field: 'nickname', message: 'is taken' }];

/**
 * Refuses a request that the setting `register` forbids, or that lacks a field.
 * @throws failures.registrationClosed, wayClosed, standardFailures.invalidParameter
 */
function refuseWrong(request: RegistrationRequest, mode: Mode): void {
  const { email, mobile, type, agreement } = request;
  if (mode === 'closed') throw failures.registrationClosed();
  if ([email, mobile, type].filter((way) => way !== undefined).length !== 1)
    throw standardFailures.invalidParameter.about(
      'mobile',
      'is one of three ways to register, besides email and type; send exactly one of the three',
    );
  if (type === undefined && !(email === undefined ? byMobile : byEmail).includes(mode)) throw failures.wayClosed();
  if (!agreement)
    throw standardFailures.invalidParameter.about('agreement', 'must be true: the agreement has to be accepted');
  const missing = neededBesides(request).find((field) => request[field] === undefined);
  if (missing !== undefined) throw standardFailures.invalidParameter.about(missing, 'is missing');
}

/** Returns the fields that a registration requires besides `email`, `mobile` or `type`, and `agreement`. */
function neededBesides({ email, type }: RegistrationRequest): readonly (keyof RegistrationRequest)[] {
  if (type !== undefined) return ['access_token', 'openid'];
  return email === undefined ? ['smsToken', 'code', 'password'] : ['password'];
}
