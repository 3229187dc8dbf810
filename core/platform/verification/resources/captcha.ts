import { accepts, fails, input, open, resource, returns, standardFailures, summary, use, field, shape } from 'lectern';
import type { OpenCall } from 'lectern';
import { checkResults } from '../services/challenges.ts';

/** A captcha to solve (specification, section 2, Captcha). */
const captcha = shape('Captcha').mode('public', {
  captchaToken: field.secret('Token of the captcha, to be sent with the phrase.'),
  image: field.text('Picture as a data URL: `data:image/png;base64,...`.'),
});

const captchaCheck = shape('CaptchaCheck').mode('public', {
  status: field.oneOf(
    checkResults,
    '`success`: right. `expired`: too old, used up, or checked too often. `invalid`: wrong.',
  ),
});

const answer = { phrase: input.text({ description: 'What the picture shows; letter case does not matter.' }) };

/** Picture captchas, open to all callers (specification, section 4, Captcha and SMS). */
@resource('/captcha', {
  item: 'captchaToken',
  parameters: { captchaToken: input.text({ description: 'Token of the captcha, from POST /captcha.' }) },
})
export default class Captcha {
  protected readonly captchas = use('captchas');

  @summary('Create a captcha')
  @open
  @fails(standardFailures.tooManyRequests)
  @returns(captcha, 'public')
  add({ request }: OpenCall) {
    return this.captchas.make(request.address);
  }

  @summary(
    'Check the phrase of a captcha. The number of checks is limited. After the right phrase, `/sms_center` ' +
      'accepts the captcha once.',
  )
  @open
  @accepts(answer)
  @returns(captchaCheck, 'public')
  async get({ params, input: { phrase }, reply }: OpenCall<{ captchaToken: string }, typeof answer>) {
    reply.header('Cache-Control', 'no-store');
    return { status: await this.captchas.verify(params.captchaToken, phrase) };
  }
}
