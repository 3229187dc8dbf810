import { accepts, fails, input, resource, returns, summary, use, type Call } from 'lectern';
import { failures } from '../failures.ts';
import { accountOf } from '../services/credentials/sessions.ts';
import { jwtResult } from '../shapes/login.ts';

const options = input.alsoInQuery({
  audience: input.optional(
    input.text({
      pattern: '^[A-Za-z0-9._:/-]+$',
      expected: '1 to 255 characters of A-Z a-z 0-9 . _ : / -',
      description: 'Audience of the JWT; default: this API.',
    }),
  ),
});

/** JSON Web Tokens for other services, and for this API (specification, section 4, Users and authentication). */
@resource('/auth/getJwt')
export default class Jwt {
  protected readonly jwts = use('jwts');

  @summary('Create a JWT')
  @accepts(options)
  @fails(failures.needsAccount)
  @returns(jwtResult, 'public')
  async search({ user, input: { audience } }: Call<object, typeof options>) {
    return { jwt: await this.jwts.sign(accountOf(user), { audience, version: user.credentialsVersion }) };
  }

  @summary('Create a JWT by POST')
  @accepts(options)
  @fails(failures.needsAccount)
  @returns(jwtResult, 'public')
  add(call: Call<object, typeof options>) {
    return this.search(call);
  }
}
