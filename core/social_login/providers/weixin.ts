import { askProvider, query } from '../ask_provider.ts';
import { ProviderAway } from '../login_provider.ts';
import { ConfiguredProvider } from './configured_provider.ts';

/**
 * WeChat. It does not say whose application a token was given to, but its openids are different for every application:
 * the token of another one never names an openid that is bound here.
 */
export class Weixin extends ConfiguredProvider {
  async openidOf(accessToken: string, openid: string, signal: AbortSignal): Promise<string | undefined> {
    const asked = query({ access_token: accessToken, openid, lang: 'zh_CN' });
    const answer = await askProvider(`${this.address}/sns/userinfo?${asked}`, { signal });
    if (typeof answer['openid'] === 'string') return answer['openid'];
    if (isRefusal(Number(answer['errcode']))) return undefined;
    throw new ProviderAway('it gave neither an openid nor a reason why the access token is wrong');
  }
}

/** Wrong, missing and expired values have 40xxx to 42xxx, a token that may not do this 48xxx; others are its own troubles. */
function isRefusal(code: number): boolean {
  const thousands = Math.floor(code / 1000);
  return (thousands >= 40 && thousands <= 42) || thousands === 48;
}
