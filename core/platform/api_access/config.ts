import type { LimitRule } from '../../infrastructure/limits/index.ts';

/** An application of the configuration: a server that calls the API. */
export interface AppConfig {
  readonly appKey: string;
  /** Secret: must never appear in a message or in the log. */
  readonly secretKey: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** Nickname of the service account, which is created at the start. Without `user`, the application has no account. */
  readonly user?: string;
}

/** Section `modules.api_access` of the configuration. */
export interface ApiAccessConfig {
  readonly apps: readonly AppConfig[];
  /** Initial value of the setting `accessTokenEnabled` of the section `api`. */
  readonly accessTokenEnabled: boolean;
  readonly whitelist: readonly string[];
  readonly wrongTries: LimitRule;
}
