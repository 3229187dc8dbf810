// Public interface for other modules: captchas and codes by SMS.
export type { GivenCode } from './services/sms_codes.ts';
