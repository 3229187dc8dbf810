/** Section `modules.mail` of the configuration; `module.json` describes each value. */
export interface MailConfig {
  readonly provider?: string;
  readonly from: string;
  /** Secret: never put it in a message. */
  readonly smtpUrl?: string;
  readonly timeoutMs: number;
}
