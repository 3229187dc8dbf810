import { field, shape } from 'lectern';
import { checkResults } from '../services/challenges.ts';

/** A captcha to solve (specification, section 2, Captcha). */
export const captcha = shape('Captcha').mode('public', {
  captchaToken: field.secret('Names the captcha when its phrase is sent.'),
  image: field.text('The picture as a data URL: `data:image/png;base64,...`.'),
});

/** Result of a check. */
export const captchaCheck = shape('CaptchaCheck').mode('public', {
  status: field.oneOf(
    checkResults,
    '`success` correct, `expired` past its time, its checks or its use, `invalid` wrong.',
  ),
});
