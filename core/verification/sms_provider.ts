/** Purposes of a code. */
export const smsTypes = ['register', 'sms_login', 'sms_bind'] as const;
export type SmsType = (typeof smsTypes)[number];

/** A code to send. */
export interface SmsMessage {
  /** Eleven digits. Secret. */
  readonly mobile: string;
  readonly type: SmsType;
  /** Six digits. Secret: never put the code or the number in an error message or in the log. */
  readonly code: string;
}

/**
 * Provider that sends messages, contributed to the extension point `smsProviders`. The setting
 * `modules.verification.sms.provider` selects a provider by name.
 * @example
 * // services.ts of a plugin that requires `verification`
 * export default { pigeonSms: contributes('smsProviders', asClass(PigeonSms)) };
 */
export interface SmsProvider {
  /** Unique; `none` is reserved. */
  readonly name: string;
  /**
   * Sends a message. After any error the message counts as not sent. A Failure is answered unchanged, any other error
   * as 503, code 8.
   */
  send(message: SmsMessage): Promise<void>;
}
