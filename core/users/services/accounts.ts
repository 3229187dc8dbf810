import { randomBytes } from 'node:crypto';
import type { Services } from 'lectern';
import type { Database } from '../../database/index.ts';
import { failures } from '../failures.ts';
import type { AccountEditing } from './account_editing.ts';
import { endCredentials } from './end_credentials.ts';
import type { Identities } from './identities.ts';
import type { Logins } from './logins.ts';
import type { Passwords } from './passwords.ts';
import type { PayPasswords } from './pay_passwords.ts';

/** Id and current password of a user, and the IP address of the request. */
export interface Proof {
  readonly id: string;
  readonly password: string;
  readonly address: string;
}

/** Column values that erase the personal data of an account. */
const erased = {
  destroyed: true,
  email: null,
  mobile: null,
  title: '',
  about: '',
  truename: '',
  avatar: null,
  roles: [] as string[],
  search_grams: [] as string[],
  password_hash: null,
  pay_password_hash: null,
};

/** Changes passwords and cancels accounts. A new login password revokes all tokens and JWTs of the account. */
export class Accounts {
  readonly #accountEditing: AccountEditing;
  readonly #auditErasure: Services['auditErasure'];
  readonly #database: Database;
  readonly #events: Services['events'];
  readonly #identities: Identities;
  readonly #logins: Logins;
  readonly #passwords: Passwords;
  readonly #payPasswords: PayPasswords;

  constructor({
    accountEditing,
    auditErasure,
    database,
    events,
    identities,
    logins,
    passwords,
    payPasswords,
  }: Pick<
    Services,
    'accountEditing' | 'auditErasure' | 'database' | 'events' | 'identities' | 'logins' | 'passwords' | 'payPasswords'
  >) {
    this.#accountEditing = accountEditing;
    this.#auditErasure = auditErasure;
    this.#database = database;
    this.#events = events;
    this.#identities = identities;
    this.#logins = logins;
    this.#passwords = passwords;
    this.#payPasswords = payPasswords;
  }

  /**
   * Sets a new password and revokes all tokens and JWTs.
   * @throws failures.wrongPassword; tooManyRequests, unavailable
   */
  async changePassword(proof: Proof, newPassword: string): Promise<void> {
    await this.confirm(proof);
    await this.resetPassword(proof.id, newPassword);
  }

  /** Sets a new password without a check of the current one, and revokes all tokens and JWTs. @throws userNotFound, needsAccount */
  async resetPassword(id: string, newPassword: string): Promise<void> {
    await this.replacePassword(id, await this.#passwords.hash(newPassword));
  }

  /**
   * Stores the hash of a new password, and revokes all tokens and JWTs. Unlike `resetPassword`, suits a transaction,
   * because the slow hash is computed before.
   * @throws userNotFound, needsAccount
   */
  async replacePassword(id: string, hash: string): Promise<void> {
    await this.#database.transaction(async () => {
      await this.#identities.lock(id);
      await endCredentials(this.#database, id, { password_hash: hash });
    });
  }

  /** Revokes all tokens and JWTs of a user. @throws userNotFound */
  revokeCredentials(id: string): Promise<void> {
    return endCredentials(this.#database, id, {});
  }

  /**
   * Cancels an account: erases the personal data, revokes all credentials, and publishes `user.destroyed`. The row
   * stays, since orders and the ledger refer to it. Subscribers erase the rest of the data, such as that in further
   * entries of the audit trail.
   * @throws failures.userNotFound, lastAdministrator
   */
  async erase(id: string): Promise<void> {
    await this.#database.transaction(async () => {
      await this.#accountEditing.mustNotBeLast(id);
      await endCredentials(this.#database, id, { ...erased, nickname: `erased_${randomBytes(9).toString('hex')}` });
      for (const table of ['user_departments', 'last_writes']) {
        await this.#database.table(table).where('user_id', id).delete();
      }
      await this.#auditErasure.eraseSome(id);
      await this.#events.publish('user.destroyed', { userId: id });
    });
    this.#database.changed('users');
  }

  /**
   * Sets the payment password, which the client has encrypted.
   * @throws failures.wrongPassword; invalidParameter, tooManyRequests, unavailable
   */
  async changePayPassword(proof: Proof, encrypted: string): Promise<void> {
    // Decrypts before the check of the login password: an unreadable value must not count as a failed attempt.
    const payPassword = this.#payPasswords.read(encrypted);
    await this.confirm(proof);
    await this.#payPasswords.set(proof.id, payPassword);
  }

  /**
   * Checks the password of a user. Accepts every request for an account without a password.
   * @throws failures.wrongPassword; tooManyRequests, unavailable
   */
  async confirmIfSet({ id, password, address }: Omit<Proof, 'password'> & { password?: string | undefined }) {
    const { hasPassword = true } = (await this.#identities.find({ id })) ?? {};
    if (!hasPassword) return;
    if (password === undefined)
      throw failures.wrongPassword({ details: [{ field: 'password', message: 'is missing' }] });
    await this.confirm({ id, password, address });
  }

  /** Checks the password of a user. @throws failures.wrongPassword; tooManyRequests, unavailable */
  async confirm(proof: Proof): Promise<void> {
    if (await this.#logins.confirm(proof)) return;
    throw failures.wrongPassword({ details: [{ field: 'password', message: 'must be your current password' }] });
  }
}
