import { accepts, creates, fails, input, open, resource, returns, standardFailures, summary, use } from 'lectern';
import type { Call, InputOf, OpenCall } from 'lectern';
import { done } from '../../database/index.ts';
import { failures } from '../failures.ts';
import { refuseForeign } from '../services/console_cookie.ts';
import { consoleSession } from '../shapes/session.ts';

const credentials = {
  username: input.text({ description: 'Nickname, e-mail address or mobile number.' }),
  password: input.text({ maxLength: 1_000, description: 'Password.' }),
};

/** Sessions of the console, kept in a cookie of the browser. */
@resource('/console/sessions', {
  item: 'any',
  parameters: { any: input.text({ description: 'Any text, such as `current`: the session of the request is meant.' }) },
  headers: {
    'Set-Cookie': 'Sets or removes the cookie with the access token of the session.',
    'Cache-Control': 'Caches that may store the answer: none if it sets or removes the cookie.',
  },
})
export default class Sessions {
  protected readonly signIn = use('consoleSignIn');

  @summary(
    'Sign in to the console. The answer sets a cookie with an access token, and does not contain the token. ' +
      'Requests need the header `X-Console`.',
  )
  @open
  @creates
  @accepts(credentials)
  @fails(standardFailures.invalidCredential, standardFailures.banned, standardFailures.tooManyRequests)
  @fails(failures.noConsole, standardFailures.permissionDenied)
  @returns(consoleSession, 'public')
  async add({ input: given, request, reply }: OpenCall<object, InputOf<typeof credentials>>) {
    refuseForeign(request);
    const { session, cookie } = await this.signIn.begin(given, request);
    reply.header('Set-Cookie', cookie);
    // The cookie is a credential, which no cache may store.
    reply.header('Cache-Control', 'no-store');
    return { ...session, id: 'current' };
  }

  @summary('Get the caller of the console with the permissions, which decide what the console shows')
  @returns(consoleSession, 'public')
  get({ user }: Call<{ any: string }>) {
    return this.signIn.describe(user);
  }

  @summary('Sign out of the console. Revokes the access token of the request and removes the cookie.')
  @returns(done, 'public')
  async remove({ user, reply }: Call<{ any: string }>) {
    reply.header('Set-Cookie', await this.signIn.end(user));
    reply.header('Cache-Control', 'no-store');
    return { success: true };
  }
}
