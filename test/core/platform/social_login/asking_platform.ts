import { randomInt } from 'node:crypto';
import { startPlatform, type Platform } from '../../../support/platform.ts';
import { jwtSecret } from '../accounts/two_servers.ts';
import { StubProvider } from './stub_provider.ts';

/** The application of the school at the providers that name it. */
export const OURS = '12345';
export const OPENID = 'openid-of-the-student';

/** Plays all four providers, for one test file after the other. */
export const provider = new StubProvider();

/** The platform that asks the stub, where the student has an account of each provider. Close the stub after it. */
export async function startAsking({ timeoutMs = 500 } = {}): Promise<Platform> {
  const one = { enabled: true, address: await provider.open() };
  const ours = { ...one, appId: OURS };
  const providers = { weixinweb: one, weixinmob: one, qq: ours, weibo: ours };
  const social_login = { sandbox: false, timeoutMs, providers };
  const modules = { social_login, users: { jwtSecret } };
  const platform = await startPlatform({ http: { trustedProxies: ['127.0.0.1'] }, modules });
  const { bindings } = platform.kernel.services;
  await bindings.remove('4', 'weixinweb');
  for (const name of Object.keys(providers)) await bindings.add({ provider: name, openid: OPENID, userId: '4' });
  return platform;
}

/** The header of a request from an address of its own, without earlier wrong tries. */
export function somewhere(): { 'X-Forwarded-For': string } {
  return { 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
}

/** The provider confirms each openid for the access token `of <openid>`, and is away for the token `away`. */
export function confirmRightTokens(): void {
  provider.way = (response, { query: { access_token: token, openid } }) => {
    if (token === 'away') return response.destroy();
    return response.end(JSON.stringify(token === `of ${openid!}` ? { openid } : { errcode: 40001 }));
  };
}

/** Adds a user without a password. @returns the header with a token */
export async function addUserWithoutPassword({ services }: Platform): Promise<{ 'X-Auth-Token': string }> {
  const { identities, sessions } = services;
  const id = await identities.add({ nickname: identities.newNickname() });
  return { 'X-Auth-Token': await sessions.begin(id, undefined) };
}
