import { defineFailures } from 'lectern';

export const failures = defineFailures({
  captchaRequired: [30001, 429, 'A graphic captcha is required; send captchaToken and phrase.'],
  tooManyCodes: [30002, 429, 'Too many codes have been requested; try again later.'],
  notEnabled: [
    30003,
    500,
    'This site sends no codes by SMS; an operator can enable it with modules.verification.sms.provider.',
  ],
});
