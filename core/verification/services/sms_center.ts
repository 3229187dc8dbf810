import { networkOf } from '../../limits/index.ts';
import type { Services } from 'lectern';
import { failures } from '../failures.ts';
import type { SmsType } from '../sms_provider.ts';
import { mobileOf } from './mobile.ts';
import { Places, type Asker } from './sms_limits.ts';

/** A request for a code. */
export interface SmsRequest extends CaptchaAnswer {
  readonly type: SmsType;
  /** In any spelling. */
  readonly mobile: string;
}

interface CaptchaAnswer {
  readonly captchaToken?: string;
  readonly phrase?: string;
}

type Needs = Pick<Services, 'captchas' | 'smsCodes' | 'smsLimits' | 'smsSender'>;

/** Sends codes to phones, and limits their number (specification, section 4, Captcha and SMS). */
export class SmsCenter {
  readonly #captchas: Services['captchas'];
  readonly #codes: Services['smsCodes'];
  readonly #limits: Services['smsLimits'];
  readonly #sender: Services['smsSender'];

  constructor({ captchas, smsCodes, smsLimits, smsSender }: Needs) {
    this.#captchas = captchas;
    this.#codes = smsCodes;
    this.#limits = smsLimits;
    this.#sender = smsSender;
  }

  /**
   * Sends a code. Failures do not count, least of all for the number: a caller without a captcha could lock out its
   * owner.
   * @param address of the request
   * @returns the token that the code is sent back with
   * @throws failures.notEnabled, failures.tooManyCodes, failures.captchaRequired, in this order
   * @throws standardFailures.unavailable when the message could not be sent
   */
  async send({ type, mobile: written, ...captcha }: SmsRequest, address: string): Promise<string> {
    if (!this.#sender.isEnabled) throw failures.notEnabled();
    const mobile = mobileOf(written);
    const asker = { mobile, network: networkOf(address) };
    // Checked first, so that no captcha is wasted; the takes below decide.
    await this.#limits.assertNotUsedUp(asker);
    const places = new Places();
    try {
      await this.#admit(asker, captcha, places);
      await this.#limits.take(asker, places);
      return await this.#sendCode(type, mobile);
    } catch (error) {
      await places.giveBack();
      throw error;
    }
  }

  /** Checks a captcha only when one is needed. @throws failures.captchaRequired */
  async #admit(asker: Asker, { captchaToken, phrase }: CaptchaAnswer, places: Places): Promise<void> {
    if (await this.#limits.takeFree(asker, places)) return;
    if (captchaToken === undefined || phrase === undefined) throw failures.captchaRequired();
    const result = await this.#captchas.verify(captchaToken, phrase);
    if (result === 'invalid') throw failures.captchaRequired({ message: 'The phrase of the captcha is wrong.' });
    if (result === 'expired')
      throw failures.captchaRequired({ message: 'The captcha has expired; ask for a new one.' });
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
