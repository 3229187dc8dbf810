/** Section `modules.users` of the configuration. */
export interface UsersConfig {
  readonly tokenDays: number;
}
