/** What a code is for. */
export const smsTypes = ['register', 'sms_login', 'sms_bind'] as const;
export type SmsType = (typeof smsTypes)[number];

/** A code on its way to a phone. */
export interface SmsMessage {
  /** Eleven digits. */
  readonly mobile: string;
  readonly type: SmsType;
  /** Six digits. Secret, like the number: never put either in a message of an error or of the log. */
  readonly code: string;
}

/**
 * Who sends messages: the extension point `smsProviders`. The configuration chooses one by its name
 * (`modules.verification.sms.provider`).
 * @example
 * // services.ts of a plugin that requires `verification`
 * export default { pigeonSms: contributes('smsProviders', asClass(PigeonSms)) };
 */
export interface SmsProvider {
  /** Unique; `none` is taken. */
  readonly name: string;
  /**
   * Hands a message over. Whatever it throws, the message counts as not sent: a Failure is answered as it is, anything
   * else as 503, code 8.
   */
  send(message: SmsMessage): Promise<void>;
}
