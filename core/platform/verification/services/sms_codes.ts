import { randomInt } from 'node:crypto';
import { use } from 'lectern';
import { mobileOf, type FoundAccount } from '../../users/index.ts';
import type { SmsType } from '../sms_provider.ts';
import { Challenges, type CheckResult } from './challenges.ts';

const DIGITS = 6;

/** Types of codes that act for the account with the number. Such a code ends when the account changes. */
const identifying: readonly SmsType[] = ['sms_login', 'sms_forget_password'];

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
  readonly #identities = use('identities');
  readonly #config = use('verificationConfig').sms;
  readonly #challenges = new Challenges('sms_codes', { seconds: this.#config.seconds, checks: this.#config.tries });

  /** Creates a code and its token. Send the code only to the phone. */
  async issue(purpose: CodePurpose): Promise<{ smsToken: string; code: string }> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const answer = bound(purpose, code, await this.#accountOf(purpose));
    return { smsToken: await this.#challenges.issue(answer), code };
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
  async verify(given: GivenCode): Promise<CheckResult> {
    return this.#check(given, await this.#accountOf(given));
  }

  /**
   * Uses up a code that acts for an account. Like `verify`, runs outside of transactions.
   * @returns the account of the number; undefined for a wrong code, a number without an account, and an account whose
   * version has changed since the SMS
   */
  async identify(given: GivenCode): Promise<FoundAccount | undefined> {
    const account = await this.#accountOf(given);
    return (await this.#check(given, account)) === 'success' ? account : undefined;
  }

  #check({ smsToken, code, ...purpose }: GivenCode, account: FoundAccount | undefined): Promise<CheckResult> {
    return this.#challenges.check(smsToken, bound(purpose, code, account));
  }

  async #accountOf({ type, mobile }: CodePurpose): Promise<FoundAccount | undefined> {
    return identifying.includes(type) ? this.#identities.find({ mobile: mobileOf(mobile) }) : undefined;
  }
}

/** The expected answer: the code, for one purpose, number and version of the account. */
function bound({ type, mobile }: CodePurpose, code: string, account: FoundAccount | undefined): string {
  const owner = account ? `:${account.id}:${account.version}` : '';
  return `${type}:${mobileOf(mobile)}:${code}${owner}`;
}
