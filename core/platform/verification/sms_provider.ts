/** Purposes of a code. */
export const smsTypes = ['register', 'sms_login', 'sms_bind', 'sms_forget_password'] as const;
export type SmsType = (typeof smsTypes)[number];

export interface SmsMessage {
  /** Mobile number, eleven digits. Secret. */
  readonly mobile: string;
  readonly type: SmsType;
  /** Six digits. Secret: never put the code or the number in an error message or in the log. */
  readonly code: string;
}

/**
 * Provider that sends codes by SMS, contributed to the extension point `smsProviders`. The configuration
 * `modules.verification.sms.provider` selects a provider by name.
 * @example
 * // services.ts of a plugin that requires `verification`
 * export default { pigeonSms: contributes('smsProviders', PigeonSms) };
 */
export interface SmsProvider {
  /** Name of the provider: unique, and not `none`. */
  readonly name: string;
  /**
   * Sends a code. After an error, the code is treated as not sent. A `Failure` is answered unchanged, any other error
   * with 503, code 8.
   */
  send(message: SmsMessage): Promise<void>;
}
