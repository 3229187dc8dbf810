/**
 * A third party where people have accounts. Modules add their own to the extension point `loginProviders`; of two
 * with one name the later layer's counts.
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
  /** What `type` in the query says. */
  readonly name: string;
  readonly enabled: boolean;
  /**
   * Asks whose access token it is.
   * @param openid whom the client claims it belongs to, for providers that check it
   * @param signal ends the asking when it takes too long
   * @returns the openid, or undefined when the token is not valid for this installation
   * @throws ProviderAway when there is no telling
   */
  openidOf(accessToken: string, openid: string, signal: AbortSignal): Promise<string | undefined>;
}

/** The provider gave no usable answer. The message goes to the log and must not contain a token. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}
