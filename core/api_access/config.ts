import type { LimitRule } from '../limits/index.ts';

/** Credentials of a server that calls the API without a user. */
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
  /** Initial value of the setting in the section `api`. */
  readonly accessTokenEnabled: boolean;
  readonly whitelist: readonly string[];
  readonly wrongTries: LimitRule;
}
