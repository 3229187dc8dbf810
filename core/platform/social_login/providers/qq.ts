import { askProvider } from '../ask_provider.ts';
import { ConfiguredProvider, isWord } from './configured_provider.ts';

export class Qq extends ConfiguredProvider {
  async openidOf(accessToken: string, _openid: string, signal: AbortSignal): Promise<string | undefined> {
    const asked = new URLSearchParams({ access_token: accessToken, fmt: 'json' }).toString();
    const answer = await askProvider(`${this.address}/oauth2.0/me?${asked}`, { signal });
    const { openid, client_id: clientId } = answer;
    if (typeof openid === 'string' && isWord(clientId)) return this.isOurs(clientId) ? openid : undefined;
    if (isRefusal(Number(answer['error']))) return undefined;
    throw this.unreadable('"openid" and "client_id"');
  }
}

/** Whether a code reports a wrong request or token: 100000 to 100999. */
function isRefusal(code: number): boolean {
  return code >= 100_000 && code < 101_000;
}
