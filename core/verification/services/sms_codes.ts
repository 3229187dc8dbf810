import { randomInt } from 'node:crypto';
import type { Services } from 'lectern';
import type { SmsType } from '../sms_provider.ts';
import { Challenges, type CheckResult } from './challenges.ts';
import { mobileOf } from './mobile.ts';

const DIGITS = 6;

/** Recipient and purpose of a code. */
export interface CodePurpose {
  readonly type: SmsType;
  /** In any spelling. */
  readonly mobile: string;
}

/** A code that a user has entered. */
export interface GivenCode extends CodePurpose {
  readonly smsToken: string;
  readonly code: string;
}

/** Codes that prove possession of a phone. */
export class SmsCodes {
  readonly #challenges: Challenges;

  constructor({ database, clock, verificationConfig }: Pick<Services, 'database' | 'clock' | 'verificationConfig'>) {
    const { seconds, tries } = verificationConfig.sms;
    this.#challenges = new Challenges({ table: 'sms_codes', rule: { seconds, checks: tries }, database, clock });
  }

  /** Creates a code; it must be sent to the phone only. */
  async issue(purpose: CodePurpose): Promise<{ smsToken: string; code: string }> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    return { smsToken: await this.#challenges.issue(bound(purpose, code)), code };
  }

  /** Invalidates a code that could not be sent. */
  withdraw(smsToken: string): Promise<void> {
    return this.#challenges.withdraw(smsToken);
  }

  /**
   * Checks a code. The check is counted, and a right code is used up; a code for another number or purpose is wrong.
   * Call it outside of a transaction, so that the check stays counted when later work fails.
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
