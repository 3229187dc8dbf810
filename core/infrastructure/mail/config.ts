/** Section `modules.mail` of the configuration; `module.json` describes each value. */
export interface MailConfig {
  readonly provider?: string;
  readonly from: string;
  /** Secret: may contain a password, which must not reach an error message or the log. */
  readonly smtpUrl?: string;
  readonly timeoutMs: number;
}
