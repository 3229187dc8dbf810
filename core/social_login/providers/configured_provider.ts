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

  /** The sandbox gets its address only when it starts. */
  protected get address(): string {
    return this.#sandbox.url ?? this.#config.address;
  }

  /**
   * Whether an access token was given to our own application. The owner of another one could otherwise sign in here as
   * everyone who has signed in there.
   */
  protected isOurs(appId: string | number): boolean {
    return String(appId) === this.#config.appId;
  }
}

/** Whether a provider gave an id; some write it as a number. */
export function isWord(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
