import { randomBytes } from 'node:crypto';
import { use, type Call } from 'lectern';
import { failures } from '../failures.ts';
import { endCredentials } from './credentials/end_credentials.ts';
import { nameColumns } from './names.ts';
import { accountOf } from './credentials/sessions.ts';

/** Id and current password of a user, and the IP address of the request. */
export interface Proof {
  readonly id: string;
  readonly password: string;
  readonly address: string;
}

/** A caller that changes the own account. The password is required where the account has one. */
export interface Changer extends Omit<Proof, 'password'> {
  readonly password: string | undefined;
  /** Version of the credentials that the request was authenticated with. */
  readonly credentialsVersion: number | undefined;
}

/** Returns the caller of a request as a `Changer`. @throws failures.needsAccount */
export function changerOf({ user, request }: Pick<Call, 'user' | 'request'>, password: string | undefined): Changer {
  const { credentialsVersion } = user;
  return { id: accountOf(user), password, address: request.address, credentialsVersion };
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
  password_hash: null,
  pay_password_hash: null,
};

/** Changes passwords and cancels accounts. A new login password revokes all tokens and JWTs of the account. */
export class Accounts {
  readonly #accountEditing = use('accountEditing');
  readonly #auditErasure = use('auditErasure');
  readonly #database = use('database');
  readonly #events = use('events');
  readonly #identities = use('identities');
  readonly #logins = use('logins');
  readonly #passwords = use('passwords');
  readonly #payPasswords = use('payPasswords');

  /**
   * Sets a new password and revokes all tokens and JWTs, unless the account has changed since the check of the password.
   * @throws failures.wrongPassword, accountChanged, userNotFound, needsAccount; tooManyRequests, unavailable
   */
  async changePassword(proof: Proof, newPassword: string): Promise<void> {
    const { version } = (await this.#identities.find({ id: proof.id })) ?? {};
    await this.confirm(proof);
    const hash = await this.#passwords.hash(newPassword);
    await this.#database.transaction(async () => {
      await this.#identities.lock(proof.id, version);
      await this.replacePassword(proof.id, hash);
    });
  }

  /** Stores the hash of a new password, and revokes all tokens and JWTs. @throws userNotFound, needsAccount */
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
      const nickname = `erased_${randomBytes(9).toString('hex')}`;
      await endCredentials(this.#database, id, { ...erased, nickname, ...nameColumns(nickname), search_grams: [] });
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
   * @returns the version of the account that was checked, for `identities.lock` and `identities.change`
   * @throws failures.wrongPassword, accountChanged, userNotFound; tooManyRequests, unavailable
   */
  async confirmIfSet({ id, password, address, credentialsVersion }: Changer): Promise<string> {
    const found = await this.#identities.find({ id });
    if (!found) throw failures.userNotFound();
    const { version, hasPassword } = found;
    if (credentialsVersion !== undefined && !version.startsWith(`${credentialsVersion}.`))
      throw failures.accountChanged();
    if (!hasPassword) return version;
    if (password === undefined)
      throw failures.wrongPassword({ details: [{ field: 'password', message: 'is missing' }] });
    await this.confirm({ id, password, address });
    return version;
  }

  /** Checks the password of a user. @throws failures.wrongPassword; tooManyRequests, unavailable */
  async confirm(proof: Proof): Promise<void> {
    if (await this.#logins.confirm(proof)) return;
    throw failures.wrongPassword({ details: [{ field: 'password', message: 'must be your current password' }] });
  }
}
