import {
  accepts,
  creates,
  fails,
  input,
  listOf,
  resource,
  returns,
  standardFailures,
  use,
  summary,
  field,
  shape,
} from 'lectern';
import type { Call } from 'lectern';
import { accountOf, changerOf, done, userFailures } from '../../users/index.ts';
import { account, credentialIn } from '../credential.ts';
import { failures } from '../failures.ts';

/** An account at a login provider that is bound to the current user (specification, section 2). Without the openid. */
const thirdPartyAccount = shape('ThirdPartyAccount').mode('public', {
  type: field.text('Login provider, for DELETE /me/third_party_accounts/{type}.'),
  createdTime: field.datetime('Time since which the account signs the user in.'),
});

const binding = {
  ...account,
  password: input.optional(input.text({ description: 'Current password; needed where the user has one.' })),
};

const { permissionDenied, tooManyRequests, unavailable } = standardFailures;
const { accountChanged, needsAccount, userNotFound, wrongPassword } = userFailures;

/** Accounts at login providers that are bound to the current user (specification, section 4, Accounts). */
@resource('/me/third_party_accounts', { missing: failures.notBound, item: 'type', parameters: { type: account.type } })
export default class MyThirdPartyAccounts {
  protected readonly bindings = use('ownBindings');

  @summary('List your accounts at login providers, oldest first. At most one of each provider.')
  @fails(needsAccount)
  @returns(listOf(thirdPartyAccount), 'public')
  search({ user }: Call) {
    return this.bindings.list(accountOf(user));
  }

  @summary('Get your account at a login provider')
  @fails(needsAccount)
  @returns(thirdPartyAccount, 'public')
  get({ user, params }: Call<{ type: string }>) {
    return this.bindings.get(accountOf(user), params.type);
  }

  @summary('Bind an account at a login provider. You can then sign in with this account. A repeated request succeeds.')
  @creates
  @accepts(binding)
  @fails(failures.wrongAccount, failures.alreadyBound, failures.secondAccount, wrongPassword, accountChanged)
  @fails(permissionDenied, tooManyRequests, unavailable, needsAccount, userNotFound)
  @returns(thirdPartyAccount, 'public')
  add(call: Call<object, typeof binding>) {
    return this.bindings.bind(changerOf(call, call.input.password), credentialIn(call.input));
  }

  @summary('Unbind your account at a login provider. All of your tokens and JWTs are revoked.')
  @fails(failures.lastLogin, needsAccount, userNotFound)
  @returns(done, 'public')
  async remove({ user, params }: Call<{ type: string }>) {
    await this.bindings.unbind(accountOf(user), params.type);
    return { success: true };
  }
}
