import { askProvider } from '../ask_provider.ts';
import { ConfiguredProvider } from './configured_provider.ts';

/**
 * The login provider WeChat, whose answers do not name the application of a token. Each application has its own
 * openids. A token of another application therefore never matches an openid that is bound in this installation.
 */
export class Weixin extends ConfiguredProvider {
  async openidOf(accessToken: string, openid: string, signal: AbortSignal): Promise<string | undefined> {
    const asked = new URLSearchParams({ access_token: accessToken, openid, lang: 'zh_CN' }).toString();
    const answer = await askProvider(`${this.address}/sns/userinfo?${asked}`, { signal });
    if (typeof answer['openid'] === 'string') return answer['openid'];
    if (isRefusal(Number(answer['errcode']))) return undefined;
    throw this.unreadable('"openid"');
  }
}

/** Whether a code reports a wrong, missing or expired value (40xxx to 42xxx), or a missing permission (48xxx). */
function isRefusal(code: number): boolean {
  const thousands = Math.floor(code / 1000);
  return (thousands >= 40 && thousands <= 42) || thousands === 48;
}
