import { accepts, fails, input, open, resource, returns, summary, use, field, shape, type OpenCall } from 'lectern';
import { mobilePattern } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { smsTypes } from '../sms_provider.ts';

/** A sent code (specification, section 2, Captcha). */
const smsCode = shape('SmsCode').mode('public', {
  smsToken: field.secret('Token of the code, to be sent with the received code.'),
});

const request = {
  type: input.oneOf(smsTypes, { description: 'Purpose of the code; the code is good for nothing else.' }),
  mobile: input.text({
    pattern: mobilePattern,
    expected: 'a mobile number of 11 digits that begins with 1, with or without +86',
    description: 'Mobile number of the recipient. Spaces, dashes and a leading +86 or 0086 are ignored.',
  }),
  captchaToken: input.optional(input.text({ description: 'Token of a captcha; required after error 30001.' })),
  phrase: input.optional(input.text({ description: 'Characters in the picture of the captcha.' })),
};

/** Codes by SMS, open to all callers (specification, section 4, Captcha and SMS). */
@resource('/sms_center')
export default class SmsCenter {
  protected readonly center = use('smsCenter');

  @summary('Send a code by SMS')
  @open
  @accepts(request)
  @fails(failures.captchaRequired, failures.tooManyCodes, failures.notEnabled)
  @returns(smsCode, 'public')
  async add({ input: asked, request: { address } }: OpenCall<object, typeof request>) {
    return { smsToken: await this.center.send(asked, address) };
  }
}
