import { randomInt } from 'node:crypto';
import type { Services } from 'lectern';
import type { SmsType } from '../sms_provider.ts';
import { Challenges, type CheckResult } from './challenges.ts';
import { mobileOf } from './mobile.ts';

const DIGITS = 6;

/** Whom a code is for and what it is good for. */
export interface CodePurpose {
  readonly type: SmsType;
  /** In any spelling. */
  readonly mobile: string;
}

/** A code as a user sends it back. */
export interface GivenCode extends CodePurpose {
  readonly smsToken: string;
  readonly code: string;
}

/** Codes that prove who holds a phone. */
export class SmsCodes {
  readonly #challenges: Challenges;

  constructor({ database, clock, verificationConfig }: Pick<Services, 'database' | 'clock' | 'verificationConfig'>) {
    const { seconds, tries } = verificationConfig.sms;
    this.#challenges = new Challenges({ table: 'sms_codes', rule: { seconds, checks: tries }, database, clock });
  }

  /** Makes a code; only the phone may learn it. */
  async issue(purpose: CodePurpose): Promise<{ smsToken: string; code: string }> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    return { smsToken: await this.#challenges.issue(bound(purpose, code)), code };
  }

  /** Makes a code worthless that could not be sent. */
  withdraw(smsToken: string): Promise<void> {
    return this.#challenges.withdraw(smsToken);
  }

  /**
   * Checks a code. The try is counted, and a right code is used up; a code for another number or purpose is wrong.
   * Outside of a transaction a try stays counted when the caller's work fails afterwards, which is what a caller wants.
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
