/** Section `modules.accounts` of the configuration; `module.json` describes each value. */
export interface AccountsConfig {
  readonly page?: string;
  readonly resetMinutes: number;
  readonly confirmHours: number;
  readonly mailsToAddressPerHour: number;
  readonly mailsOfNetworkPerHour: number;
  readonly mailsOfAccountPerDay: number;
  readonly codesOfNetworkPerHour: number;
  readonly portraitsPerHour: number;
}
