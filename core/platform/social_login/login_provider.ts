/**
 * A third party at which users have accounts. Modules contribute providers to the extension point `loginProviders`. Of
 * two providers with one name, the provider of the later module is used.
 *
 * @example
 * class School implements LoginProvider {
 *   readonly name = 'school';
 *   readonly enabled = true;
 *   async openidOf(accessToken: string, openid: string, signal: AbortSignal) {
 *     const { sub, error } = await askProvider(`https://id.school.example/me?token=${encodeURIComponent(accessToken)}`, { signal });
 *     return error === undefined ? String(sub) : undefined;
 *   }
 * }
 */
export interface LoginProvider {
  /** Value of the query parameter `type`. */
  readonly name: string;
  readonly enabled: boolean;
  /**
   * Asks the provider for the openid of an access token.
   * @param openid openid in the request of the client, for providers that check the openid
   * @param signal aborts the request at the time limit
   * @returns the openid, or undefined when the token is not valid for this installation
   * @throws ProviderAway when the provider gave no usable answer
   */
  openidOf(accessToken: string, openid: string, signal: AbortSignal): Promise<string | undefined>;
}

/** Error: the provider gave no usable answer. The message appears in the log and must not contain a token. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}
