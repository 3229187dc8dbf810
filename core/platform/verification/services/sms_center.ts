import { use } from 'lectern';
import { networkOf } from '../../../infrastructure/limits/index.ts';
import { mobileOf } from '../../users/index.ts';
import { failures } from '../failures.ts';
import type { SmsType } from '../sms_provider.ts';
import type { CaptchaAnswer } from './captchas.ts';
import { CountedLimits } from './sms_limits.ts';

export interface SmsRequest extends CaptchaAnswer {
  readonly type: SmsType;
  /** Number in any notation that `mobilePattern` accepts. */
  readonly mobile: string;
}

/** Sends codes to phones and limits their number (specification, section 4, Captcha and SMS). */
export class SmsCenter {
  readonly #captchas = use('captchas');
  readonly #codes = use('smsCodes');
  readonly #limits = use('smsLimits');
  readonly #sender = use('smsSender');

  /**
   * Sends a code. Limits do not count failed requests: a caller without a captcha could otherwise lock out the owner of
   * a number.
   * @param address IP address of the client
   * @returns token that the client sends back with the code
   * @throws failures.notEnabled, failures.tooManyCodes, failures.captchaRequired
   * @throws the failure of the provider; standardFailures.unavailable for another error of the provider
   */
  async send({ type, mobile: written, ...captcha }: SmsRequest, address: string): Promise<string> {
    if (!this.#sender.isEnabled) throw failures.notEnabled();
    const mobile = mobileOf(written);
    const origin = { mobile, network: networkOf(address) };
    // Checked before the captcha, so that a refusal does not use up the captcha; `take` below enforces the limits.
    await this.#limits.assertNotUsedUp(origin);
    const counted = new CountedLimits();
    try {
      // Needs a captcha when the free requests of the network are used up.
      if (!(await this.#limits.takeFree(origin, counted))) await this.#captchas.demand(captcha);
      await this.#limits.take(origin, counted);
      return await this.#sendCode(type, mobile);
    } catch (error) {
      await counted.giveBack();
      throw error;
    }
  }

  async #sendCode(type: SmsType, mobile: string): Promise<string> {
    const { smsToken, code } = await this.#codes.issue({ type, mobile });
    try {
      await this.#sender.send({ type, mobile, code });
      return smsToken;
    } catch (error) {
      await this.#codes.withdraw(smsToken);
      throw error;
    }
  }
}
