export { failures as verificationFailures } from './failures.ts';
export type { CaptchaAnswer } from './services/captchas.ts';
export { mobileOf, mobilePattern } from './services/mobile.ts';
export type { GivenCode } from './services/sms_codes.ts';
