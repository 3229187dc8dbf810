import { use } from 'lectern';
import type { AppProviderConfig, SocialLoginConfig } from '../config.ts';
import { ProviderAway, type LoginProvider } from '../login_provider.ts';

/** Base class of providers with a configured address and application. */
export abstract class ConfiguredProvider implements LoginProvider {
  readonly enabled: boolean;
  readonly #config: AppProviderConfig;
  readonly #sandbox = use('loginSandbox');

  constructor(readonly name: keyof SocialLoginConfig['providers']) {
    this.#config = use('social_loginConfig').providers[name];
    this.enabled = this.#config.enabled;
  }

  abstract openidOf(accessToken: string, openid: string, signal: AbortSignal): Promise<string | undefined>;

  /** Base URL of the provider or the sandbox. Read at each request, because the sandbox gets its URL at the start. */
  protected get address(): string {
    return this.#sandbox.url ?? this.#config.address;
  }

  /** Error for an answer that neither names an account nor refuses the access token; contains nothing of the answer. */
  protected unreadable(fields: string): ProviderAway {
    const setting = `modules.social_login.providers.${this.name}.address`;
    return new ProviderAway(
      `the answer has neither ${fields} nor an error code for a wrong access token; compare ${setting} with the interface of the provider`,
    );
  }

  /**
   * Whether an access token was issued to the application of this installation. Without this check, the owner of
   * another application could sign in here as any user of that application.
   */
  protected isOurs(appId: string | number): boolean {
    return String(appId) === this.#config.appId;
  }
}

/** Whether a value can be an id: a number or a non-empty text. */
export function isWord(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
