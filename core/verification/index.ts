// What other modules may know of captchas and codes by SMS.
export type { GivenCode } from './services/sms_codes.ts';
