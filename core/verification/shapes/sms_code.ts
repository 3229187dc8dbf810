import { field, shape } from 'lectern';

/** A sent code (specification, section 2, Captcha). */
export const smsCode = shape('SmsCode').mode('public', {
  smsToken: field.secret('Token of the code, to be sent with the received code.'),
});
