import { fails, resource, returns, use, summary, type Call } from 'lectern';
import { failures } from '../failures.ts';
import { accountOf } from '../services/credentials/sessions.ts';
import { currentUser } from '../shapes/user.ts';

/** The signed-in user (specification, section 4, Users and authentication). */
@resource('/user/info')
export default class CurrentUser {
  protected readonly users = use('users');

  @summary('Get your account as it is signed in')
  @fails(failures.needsAccount)
  @returns(currentUser, 'public')
  search({ user }: Call) {
    return this.users.get(accountOf(user));
  }
}
