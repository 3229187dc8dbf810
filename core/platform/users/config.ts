/** Section `modules.users` of the configuration; `module.json` holds the schema and the defaults. */
export interface UsersConfig {
  readonly tokenDays: number;
  readonly tokensPerUser: number;
  readonly basicSeconds: number;
  /** Secret: must never appear in a message or in the log. */
  readonly jwtSecret?: string;
  /** Secrets: must never appear in a message or in the log. */
  readonly jwtAcceptedSecrets: readonly string[];
  readonly jwtIssuer: string;
  readonly jwtAudience: string;
  readonly jwtMinutes: number;
  /** Secret: must never appear in a message or in the log. */
  readonly payPasswordKey: string;
  readonly failedLogins: number;
  readonly failedLoginsPerAddress: number;
  readonly lockMinutes: number;
  readonly failedPayPasswords: number;
  readonly payLockMinutes: number;
}
