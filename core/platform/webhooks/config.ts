/** Section `modules.webhooks` of the configuration; `module.json` describes each value. */
export interface WebhooksConfig {
  readonly enabled: boolean;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly retrySeconds: readonly number[];
  readonly keepDays: number;
  readonly perAccount: number;
  readonly allowedNetworks: readonly string[];
}
