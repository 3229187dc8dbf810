import { askProvider } from '../ask_provider.ts';
import { ConfiguredProvider, isWord } from './configured_provider.ts';

export class Weibo extends ConfiguredProvider {
  async openidOf(accessToken: string, _openid: string, signal: AbortSignal): Promise<string | undefined> {
    const form = { access_token: accessToken };
    const answer = await askProvider(`${this.address}/oauth2/get_token_info`, { signal, form });
    const { uid, appkey, expire_in: secondsLeft } = answer;
    if (isWord(uid) && isWord(appkey) && typeof secondsLeft === 'number') {
      return this.isOurs(appkey) && secondsLeft > 0 ? String(uid) : undefined;
    }
    if (isRefusal(Number(answer['error_code']))) return undefined;
    throw this.unreadable('"uid", "appkey" and "expire_in"');
  }
}

/** Whether a code reports a wrong token: 21300 to 21399. */
function isRefusal(code: number): boolean {
  return code >= 21_300 && code < 21_400;
}
