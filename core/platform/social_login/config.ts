import type { LimitRule } from '../../infrastructure/limits/index.ts';

export interface ProviderConfig {
  readonly enabled: boolean;
  /** Base URL of the provider, without a trailing slash. */
  readonly address: string;
}

/** Configuration of a provider whose answers name the application of an access token. */
export interface AppProviderConfig extends ProviderConfig {
  /** Id of the application of this installation at the provider; required when the provider is enabled. */
  readonly appId?: string;
}

/** Section `modules.social_login` of the configuration. */
export interface SocialLoginConfig {
  readonly sandbox: boolean;
  readonly timeoutMs: number;
  readonly rememberSeconds: number;
  readonly wrongTries: LimitRule;
  readonly providers: {
    readonly weixinweb: ProviderConfig;
    readonly weixinmob: ProviderConfig;
    readonly qq: AppProviderConfig;
    readonly weibo: AppProviderConfig;
  };
}
