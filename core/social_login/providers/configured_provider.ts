import type { AppProviderConfig } from '../config.ts';
import type { LoginProvider } from '../login_provider.ts';
import type { LoginSandbox } from '../services/login_sandbox.ts';

/** Dependencies of a configured provider. */
export interface ProviderParts {
  readonly name: string;
  readonly config: AppProviderConfig;
  readonly sandbox: LoginSandbox;
}

/** A provider with a configured address and application. */
export abstract class ConfiguredProvider implements LoginProvider {
  readonly name: string;
  readonly enabled: boolean;
  readonly #config: AppProviderConfig;
  readonly #sandbox: LoginSandbox;

  constructor({ name, config, sandbox }: ProviderParts) {
    this.name = name;
    this.enabled = config.enabled;
    this.#config = config;
    this.#sandbox = sandbox;
  }

  abstract openidOf(accessToken: string, openid: string, signal: AbortSignal): Promise<string | undefined>;

  /** Read at each request, because the sandbox has no address before it starts. */
  protected get address(): string {
    return this.#sandbox.url ?? this.#config.address;
  }

  /**
   * Whether an access token was issued to our application. Otherwise the owner of another application could sign in
   * here as any of its users.
   */
  protected isOurs(appId: string | number): boolean {
    return String(appId) === this.#config.appId;
  }
}

/** Whether a value is an id; some providers write ids as numbers. */
export function isWord(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
