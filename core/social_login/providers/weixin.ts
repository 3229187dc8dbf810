import { askProvider, query } from '../ask_provider.ts';
import { ProviderAway } from '../login_provider.ts';
import { ConfiguredProvider } from './configured_provider.ts';

/**
 * WeChat. Its answer does not name the application of a token. Each application has its own openids, so a token of
 * another application never matches an openid that is bound here.
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

/** Codes 40xxx to 42xxx report wrong, missing or expired values, 48xxx a missing permission of the token. */
function isRefusal(code: number): boolean {
  const thousands = Math.floor(code / 1000);
  return (thousands >= 40 && thousands <= 42) || thousands === 48;
}
