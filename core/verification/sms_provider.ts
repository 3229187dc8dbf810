/** Purposes of a code. */
export const smsTypes = ['register', 'sms_login', 'sms_bind'] as const;
export type SmsType = (typeof smsTypes)[number];

/** A code to send. */
export interface SmsMessage {
  /** Eleven digits. */
  readonly mobile: string;
  readonly type: SmsType;
  /** Six digits. Secret, like the number: never put either in a message of an error or of the log. */
  readonly code: string;
}

/**
 * A provider that sends messages: the extension point `smsProviders`. The configuration selects one by name
 * (`modules.verification.sms.provider`).
 * @example
 * // services.ts of a plugin that requires `verification`
 * export default { pigeonSms: contributes('smsProviders', asClass(PigeonSms)) };
 */
export interface SmsProvider {
  /** Unique; `none` is reserved. */
  readonly name: string;
  /**
   * Sends a message. On any error the message counts as not sent: a Failure is answered as it is, any other error as
   * 503, code 8.
   */
  send(message: SmsMessage): Promise<void>;
}
