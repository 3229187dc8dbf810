import { field, shape } from 'lectern';

/** A sent code (specification, section 2, Captcha). */
export const smsCode = shape('SmsCode').mode('public', {
  smsToken: field.secret('To be sent with the code that has arrived.'),
});
