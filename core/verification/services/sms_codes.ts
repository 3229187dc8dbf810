import { randomInt } from 'node:crypto';
import type { Services } from 'lectern';
import type { SmsType } from '../sms_provider.ts';
import { Challenges, type CheckResult } from './challenges.ts';
import { mobileOf } from './mobile.ts';

const DIGITS = 6;

export interface CodePurpose {
  readonly type: SmsType;
  /** Mobile number that matches `mobilePattern`. */
  readonly mobile: string;
}

/** A code as a user entered it. */
export interface GivenCode extends CodePurpose {
  readonly smsToken: string;
  readonly code: string;
}

/** Creates and checks codes that prove possession of a phone. */
export class SmsCodes {
  readonly #challenges: Challenges;

  constructor({ database, clock, verificationConfig }: Pick<Services, 'database' | 'clock' | 'verificationConfig'>) {
    const { seconds, tries } = verificationConfig.sms;
    this.#challenges = new Challenges({ table: 'sms_codes', rule: { seconds, checks: tries }, database, clock });
  }

  /** Creates a code and its token. Send the code only to the phone. */
  async issue(purpose: CodePurpose): Promise<{ smsToken: string; code: string }> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    return { smsToken: await this.#challenges.issue(bound(purpose, code)), code };
  }

  /** Deletes a code that could not be sent. */
  withdraw(smsToken: string): Promise<void> {
    return this.#challenges.withdraw(smsToken);
  }

  /**
   * Checks a code and uses up a right code. A code for another number or purpose is wrong. The number of checks is
   * limited: call `verify` outside of a transaction, whose rollback would revert the count.
   * @example
   * const result = await smsCodes.verify({ smsToken, type: 'register', mobile, code });
   * if (result !== 'success') throw failures.wrongCode();
   */
  verify({ smsToken, code, ...purpose }: GivenCode): Promise<CheckResult> {
    return this.#challenges.check(smsToken, bound(purpose, code));
  }
}

function bound({ type, mobile }: CodePurpose, code: string): string {
  return `${type}:${mobileOf(mobile)}:${code}`;
}
