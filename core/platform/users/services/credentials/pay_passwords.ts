import { standardFailures, use } from 'lectern';
import type { Attempts } from '../../../../infrastructure/limits/index.ts';
import { xxteaDecrypt } from './xxtea.ts';

const MIN_LENGTH = 6;
const MAX_LENGTH = 64;
const MINUTE_SECONDS = 60;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Payment passwords. Clients encrypt them with `payPasswordKey`; the database stores a slow hash. */
export class PayPasswords {
  readonly #database = use('database');
  readonly #passwords = use('passwords');
  readonly #key: string;
  readonly #tries: Attempts;

  constructor() {
    const { payPasswordKey, failedPayPasswords: points, payLockMinutes } = use('usersConfig');
    const seconds = payLockMinutes * MINUTE_SECONDS;
    this.#key = payPasswordKey;
    this.#tries = use('limits').attempts('pay-password', { points, seconds, blockSeconds: seconds });
  }

  /** Decrypts a new payment password, which is encrypted with XXTEA, in base64. @throws invalidParameter */
  read(encrypted: string): string {
    const text = this.#decrypt(encrypted);
    if (text !== undefined && text.length >= MIN_LENGTH && text.length <= MAX_LENGTH) return text;
    const message = `must be ${MIN_LENGTH} to ${MAX_LENGTH} characters, encrypted with XXTEA and the platform's key, in base64`;
    throw standardFailures.invalidParameter({ details: [{ field: 'payPassword', message }] });
  }

  async isSet(userId: string): Promise<boolean> {
    return (await this.#hashOf(userId)) !== null;
  }

  async set(userId: string, payPassword: string): Promise<void> {
    const hash = await this.#passwords.hash(payPassword);
    await this.#database.table('users').where('id', userId).update({ pay_password_hash: hash });
  }

  /**
   * Whether `encrypted` is a user's payment password; an undecryptable value is wrong. Must run outside of
   * transactions.
   * @throws tooManyRequests after too many consecutive wrong values, even for the right password; unavailable
   */
  async isRight(userId: string, encrypted: string): Promise<boolean> {
    const given = this.#decrypt(encrypted) ?? '';
    return this.#tries.check(userId, async () => this.#passwords.isRight(given, await this.#hashOf(userId)));
  }

  async #hashOf(userId: string): Promise<string | null> {
    const user = await this.#database
      .table<{ pay_password_hash: string | null }>('users')
      .where('id', userId)
      .first('pay_password_hash');
    return user?.pay_password_hash ?? null;
  }

  #decrypt(encrypted: string): string | undefined {
    if (!base64.test(encrypted)) return undefined;
    const bytes = xxteaDecrypt(Buffer.from(encrypted, 'base64'), this.#key);
    try {
      return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return undefined;
    }
  }
}
