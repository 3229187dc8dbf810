export { failures as verificationFailures } from './failures.ts';
export type { GivenCode } from './services/sms_codes.ts';
