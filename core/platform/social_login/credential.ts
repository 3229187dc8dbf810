import { input, standardFailures, type Failure, type InputOf, type Services } from 'lectern';

/** Largest number of characters of an access token or an openid. */
const MAX_LENGTH = 512;

export interface SocialLoginCredential {
  readonly accessToken: string;
  readonly openid: string;
  /** Name of the login provider, such as `weixinweb`. */
  readonly type: string;
}

/** Input fields of an account at a login provider, named like the query parameters of the authentication. */
export const account = {
  type: {
    ...input.text({ maxLength: 64, description: 'Login provider of the account, such as `weixinweb`.' }),
    known: ({ contributions }: Services) => contributions.of('loginProviders').map(({ name }) => name),
  },
  access_token: input.text({ maxLength: MAX_LENGTH, description: 'Access token that the provider has issued.' }),
  openid: input.text({ maxLength: MAX_LENGTH, description: 'Id of the account at the provider.' }),
};

export function credentialIn({ type, access_token: accessToken, openid }: InputOf<typeof account>) {
  return { type, accessToken, openid };
}

/** Reads a credential from a URL query. @throws invalidCredential when a part is missing, repeated or malformed */
export function readCredential(query: Readonly<Record<string, unknown>>): SocialLoginCredential {
  return { accessToken: part(query['access_token']), openid: part(query['openid']), type: part(query['type']) };
}

/** Returns the failure for a wrong credential, with the same message for every cause. */
export function wrongCredential(): Failure {
  return standardFailures.invalidCredential({
    message: 'The access token or the openid is wrong; get both from the provider again.',
  });
}

/** Returns a text parameter. Rejects the character NUL, which the database cannot store. */
function part(value: unknown): string {
  const isText = typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH;
  if (isText && !value.includes('\0')) return value;
  throw wrongCredential();
}
