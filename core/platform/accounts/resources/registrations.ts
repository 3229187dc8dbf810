import { accepts, creates, fails, open, resource, returns, standardFailures, summary, use } from 'lectern';
import type { OpenCall } from 'lectern';
import { socialLoginFailures } from '../../social_login/index.ts';
import { userFailures } from '../../users/index.ts';
import { verificationFailures } from '../../verification/index.ts';
import { failures } from '../failures.ts';
import { applicant } from '../inputs.ts';
import { registration } from '../shapes/registration.ts';

const { alreadyBound, wrongAccount } = socialLoginFailures;
const { permissionDenied, tooManyRequests, unavailable } = standardFailures;

/** Registration of accounts (specification, section 4, Accounts). */
@resource('/users')
export default class Registrations {
  protected readonly registration = use('registration');
  protected readonly sessions = use('sessions');
  protected readonly users = use('users');

  @summary(
    'Register an account. By mobile number or e-mail address, if the setting `register` allows it. A ' +
      'registration by an account at a login provider is possible unless registration is closed, and needs no ' +
      'password.',
  )
  @open
  @creates
  @accepts(applicant)
  @fails(failures.registrationClosed, failures.wayClosed, failures.wrongCode, verificationFailures.captchaRequired)
  @fails(userFailures.nicknameTaken, userFailures.mobileTaken, wrongAccount, alreadyBound)
  @fails(permissionDenied, tooManyRequests, unavailable, 'user.registering')
  @returns(registration, 'public')
  async add({ input: request, request: { address } }: OpenCall<object, typeof applicant>) {
    const { userId: id, waits } = await this.registration.register(request, address);
    if (waits) return { id, verification: 'email', token: null, user: null } as const;
    const token = await this.sessions.begin(id, undefined);
    return { id, verification: 'none', token, user: await this.users.profile(id) } as const;
  }
}
