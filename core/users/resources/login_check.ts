import { open, resource, returns } from 'lectern';
import type { OpenCall } from 'lectern';
import { loginCheck } from '../shapes/login.ts';

/** Check for a signed-in caller (specification, section 4, Users and authentication). */
@resource('/user/isLogin')
export default class LoginCheck {
  /** Whether the request has a valid credential. */
  @open
  @returns(loginCheck, 'public')
  search({ user }: OpenCall) {
    return { isLogin: user !== undefined };
  }
}
