import type { LimitRule } from '../limits/index.ts';

/** A provider as it is configured. */
export interface ProviderConfig {
  readonly enabled: boolean;
  /** Where it is asked, without a trailing slash. */
  readonly address: string;
}

/** A provider that says for which application an access token was given. */
export interface AppProviderConfig extends ProviderConfig {
  /** Our own application there; obligatory when the provider is enabled. */
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
