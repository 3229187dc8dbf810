import { open, resource, returns, summary, type OpenCall } from 'lectern';
import { loginCheck } from '../shapes/login.ts';

/** Check for a signed-in caller (specification, section 4, Users and authentication). */
@resource('/user/isLogin')
export default class LoginCheck {
  @summary('Check whether the request is signed in')
  @open
  @returns(loginCheck, 'public')
  search({ user }: OpenCall) {
    return { isLogin: user !== undefined };
  }
}
