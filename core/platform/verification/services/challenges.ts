import { hash, createHmac, randomBytes } from 'node:crypto';
import { use } from 'lectern';

export const checkResults = ['success', 'expired', 'invalid'] as const;

/**
 * `success`: right, now solved or used up. `expired`: too old, checked too often, or solved or used up before.
 * `invalid`: wrong or never issued.
 */
export type CheckResult = (typeof checkResults)[number];

/** Lifetime of a challenge, and maximum number of checks. */
export interface ChallengeRule {
  readonly seconds: number;
  readonly checks: number;
}

/**
 * Expected answers, each identified by a token and valid for one success of `check` and one of `use`. The table stores
 * a digest of the token, and a digest of the answer keyed with the token. Without the token, even a short answer cannot
 * be guessed from the table.
 */
export class Challenges {
  readonly #database = use('database');
  readonly #clock = use('clock');

  constructor(
    private readonly table: 'captchas' | 'sms_codes',
    private readonly rule: ChallengeRule,
  ) {}

  /** Stores an expected answer. @returns the token, 256 random bits, of which only a digest is stored */
  async issue(answer: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const now = this.#clock.now();
    await this.#database.table(this.table).insert({
      token_digest: digestOf(token),
      answer_digest: sealed(answer, token),
      created_at: now,
      expires_at: new Date(now.getTime() + this.rule.seconds * 1000),
    });
    return token;
  }

  /**
   * Checks an answer. A single statement increments the number of checks and compares, so that only one of several
   * concurrent right answers succeeds.
   */
  async check(token: string, answer: string): Promise<CheckResult> {
    const now = this.#clock.now();
    const { rows } = await this.#database.raw<{ solved: boolean }>(
      `update ?? set checks = checks + 1, solved_at = case when answer_digest = ? then ?::timestamptz end
       where token_digest = ? and solved_at is null and checks < ? and expires_at > ?
       returning solved_at is not null as solved`,
      [this.table, sealed(answer, token), now, digestOf(token), this.rule.checks, now],
    );
    if (rows[0]) return rows[0].solved ? 'success' : 'invalid';
    return (await this.#isKnown(token)) ? 'expired' : 'invalid';
  }

  /**
   * Uses a challenge once, whether `check` has succeeded before or not; only for tables with a column `used_at`. A
   * later `check` returns `expired`. The right answer succeeds even after the last permitted check, if that check has
   * succeeded.
   */
  async use(token: string, answer: string): Promise<CheckResult> {
    const now = this.#clock.now();
    const right = sealed(answer, token);
    const { rows } = await this.#database.raw<{ used: boolean }>(
      `update ?? set checks = checks + 1,
         solved_at = case when answer_digest = ? then coalesce(solved_at, ?::timestamptz) else solved_at end,
         used_at = case when answer_digest = ? then ?::timestamptz end
       where token_digest = ? and used_at is null and expires_at > ?
         and (checks < ? or (solved_at is not null and answer_digest = ?))
       returning used_at is not null as used`,
      [this.table, right, now, right, now, digestOf(token), now, this.rule.checks, right],
    );
    if (rows[0]) return rows[0].used ? 'success' : 'invalid';
    return (await this.#isKnown(token)) ? 'expired' : 'invalid';
  }

  /** Deletes a challenge whose code could not be sent. */
  async withdraw(token: string): Promise<void> {
    await this.#database.table(this.table).where('token_digest', digestOf(token)).delete();
  }

  async #isKnown(token: string): Promise<boolean> {
    const found = await this.#database.table(this.table).where('token_digest', digestOf(token)).first('token_digest');
    return found !== undefined;
  }
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

function sealed(answer: string, token: string): string {
  return createHmac('sha256', token).update(answer).digest('base64url');
}
