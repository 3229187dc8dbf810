// What other modules may know of captchas and codes by SMS.
export { failures as verificationFailures } from './failures.ts';
export { smsTypes } from './sms_provider.ts';
export type { SmsMessage, SmsProvider, SmsType } from './sms_provider.ts';
export type { Captchas } from './services/captchas.ts';
export type { CheckResult } from './services/challenges.ts';
export type { GivenCode, SmsCodes } from './services/sms_codes.ts';
