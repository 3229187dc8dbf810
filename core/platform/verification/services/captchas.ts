import { randomInt } from 'node:crypto';
import { use } from 'lectern';
import { networkOf, refusal, type Counter } from '../../../infrastructure/limits/index.ts';
import { failures } from '../failures.ts';
import { Challenges, type CheckResult } from './challenges.ts';

// Omits characters that are easily confused: 0 O Q D, 1 I L, 2 Z, 5 S, 6 G C, 8 B, U V.
const CHARACTERS = 'AEFHJKMNPRTWXY3479';
const LENGTH = 5;
const MINUTE_SECONDS = 60;

/** Token and phrase of a captcha in a request; a field that the client omitted is undefined. */
export interface CaptchaAnswer {
  readonly captchaToken?: string | undefined;
  readonly phrase?: string | undefined;
}

/**
 * Captchas: the user types the phrase shown in a picture (specification, section 4, Captcha and SMS).
 *
 * @example
 * await captchas.demand({ captchaToken, phrase });
 */
export class Captchas {
  readonly #pictures = use('captchaPictures');
  readonly #config = use('verificationConfig').captcha;
  readonly #challenges = new Challenges('captchas', this.#config);
  readonly #perAddress: Counter = use('limits').counter('captcha_address', {
    points: this.#config.picturesPerMinute,
    seconds: MINUTE_SECONDS,
  });

  /**
   * Creates a captcha.
   * @param address IP address of the client
   * @throws standardFailures.tooManyRequests when the network of the client has requested too many pictures
   * @throws standardFailures.unavailable, for example when the drawing queue is full or the drawing fails
   */
  async make(address: string): Promise<{ captchaToken: string; image: string }> {
    const standing = await this.#perAddress.take(networkOf(address));
    if (!standing.allowed) throw refusal('captcha_address', standing);
    const phrase = Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
    const image = await this.#pictures.draw(phrase);
    return { captchaToken: await this.#challenges.issue(canonical(phrase)), image };
  }

  /** Uses up a captcha. @throws failures.captchaRequired for a missing, wrong, used or expired captcha */
  async demand({ captchaToken, phrase }: CaptchaAnswer): Promise<void> {
    if (captchaToken === undefined || phrase === undefined) throw failures.captchaRequired();
    const result = await this.use(captchaToken, phrase);
    if (result === 'invalid')
      throw failures.captchaRequired({
        message: 'The phrase or the token of the captcha is wrong; try again, or request a new captcha.',
      });
    if (result === 'expired')
      throw failures.captchaRequired({
        message: 'The captcha has expired, was used, or was checked too often; request a new captcha.',
      });
  }

  /** Checks a phrase; the number of checks is limited. After the right phrase, the captcha is valid for one `use`. */
  verify(captchaToken: string, phrase: string): Promise<CheckResult> {
    return this.#challenges.check(captchaToken, canonical(phrase));
  }

  /** Uses up a captcha for an operation that requires one, whether `verify` has checked the phrase before or not. */
  use(captchaToken: string, phrase: string): Promise<CheckResult> {
    return this.#challenges.use(captchaToken, canonical(phrase));
  }
}

function canonical(phrase: string): string {
  return phrase.toLowerCase();
}
