import type { LimitRule } from '../limits/index.ts';

/** A server that may call the API in its own name. */
export interface AppConfig {
  readonly appKey: string;
  /** Secret: never put it in a message. */
  readonly secretKey: string;
  readonly name: string;
  readonly roles: readonly string[];
}

/** Section `modules.api_access` of the configuration. */
export interface ApiAccessConfig {
  readonly apps: readonly AppConfig[];
  /** What the section `api` of the settings says until somebody sets it. */
  readonly accessTokenEnabled: boolean;
  readonly whitelist: readonly string[];
  readonly wrongTries: LimitRule;
}
