import { field, shape } from 'lectern';
import { checkResults } from '../services/challenges.ts';

/** A captcha to solve (specification, section 2, Captcha). */
export const captcha = shape('Captcha').mode('public', {
  captchaToken: field.secret('Token of the captcha, to be sent with the phrase.'),
  image: field.text('Picture as a data URL: `data:image/png;base64,...`.'),
});

export const captchaCheck = shape('CaptchaCheck').mode('public', {
  status: field.oneOf(
    checkResults,
    '`success`: right. `expired`: too old, used up, or checked too often. `invalid`: wrong.',
  ),
});
