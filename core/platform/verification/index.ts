export { failures as verificationFailures } from './failures.ts';
export type { CaptchaAnswer } from './services/captchas.ts';
export type { GivenCode } from './services/sms_codes.ts';
