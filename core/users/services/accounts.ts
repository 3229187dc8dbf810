import { standardFailures } from 'lectern';
import type { Caller, Services } from 'lectern';
import type { Database } from '../../database/index.ts';
import { failures } from '../failures.ts';
import type { Logins } from './logins.ts';
import type { Passwords } from './passwords.ts';
import type { PayPasswords } from './pay_passwords.ts';

/** Somebody's own request to change a secret; `password` proves who asks. */
export interface Proof {
  readonly id: string;
  readonly password: string;
  readonly address: string;
}

/** What a manager changes about a user. */
export interface AccountChange {
  readonly locked?: boolean;
  readonly roles?: readonly string[];
}

const SUPER_ADMIN = 'ROLE_SUPER_ADMIN';

/** Changes of accounts: passwords, locks, roles. Whatever ends credentials ends all of them at once. */
export class Accounts {
  readonly #database: Database;
  readonly #logins: Logins;
  readonly #passwords: Passwords;
  readonly #payPasswords: PayPasswords;
  readonly #roles: Services['roles'];

  constructor({
    database,
    logins,
    passwords,
    payPasswords,
    roles,
  }: Pick<Services, 'database' | 'logins' | 'passwords' | 'payPasswords' | 'roles'>) {
    this.#database = database;
    this.#logins = logins;
    this.#passwords = passwords;
    this.#payPasswords = payPasswords;
    this.#roles = roles;
  }

  /** Gives a user a new password and ends all tokens and JWTs. @throws failures.wrongPassword, tooManyRequests */
  async changePassword(proof: Proof, newPassword: string): Promise<void> {
    await this.#confirm(proof);
    await this.setPassword(proof.id, newPassword);
  }

  /** Sets a password that somebody else vouches for. @throws failures.userNotFound */
  async setPassword(id: string, newPassword: string): Promise<void> {
    const hash = await this.#passwords.hash(newPassword);
    await this.#endCredentials(id, { password_hash: hash });
  }

  /** Sets the payment password. @param encrypted as clients send it @throws failures.wrongPassword, invalidParameter */
  async changePayPassword(proof: Proof, encrypted: string): Promise<void> {
    // Before the password is asked for: what cannot be read needs no try.
    const payPassword = this.#payPasswords.read(encrypted);
    await this.#confirm(proof);
    await this.#payPasswords.set(proof.id, payPassword);
  }

  /**
   * Locks or unlocks a user, or gives other roles. A lock ends all credentials; roles count from the next request on.
   * @throws failures.userNotFound, failures.notYourself, failures.superAdminOnly, invalidParameter
   */
  async change(id: string, { locked, roles }: AccountChange, by: Caller): Promise<void> {
    this.#refuseUnknown(roles ?? []);
    if (id === by.id) throw failures.notYourself();
    await this.#database.transaction(async () => {
      const user = await this.#database
        .table<{ id: string; roles: string[] }>('users')
        .where({ id })
        .forUpdate()
        .first();
      if (!user) throw failures.userNotFound();
      const isAboutSuperAdmin = [...user.roles, ...(roles ?? [])].includes(SUPER_ADMIN);
      if (isAboutSuperAdmin && !by.roles.includes(SUPER_ADMIN)) throw failures.superAdminOnly();
      if (roles) await this.#database.table('users').where({ id }).update({ roles });
      if (locked === true) await this.#endCredentials(id, { locked });
      if (locked === false) await this.#database.table('users').where({ id }).update({ locked });
    });
  }

  async #confirm(proof: Proof): Promise<void> {
    if (await this.#logins.confirm(proof)) return;
    throw failures.wrongPassword({ details: [{ field: 'password', message: 'must be your current password' }] });
  }

  /** Tokens and JWTs of an older version are not accepted any more, whoever makes one at this very moment. */
  async #endCredentials(id: string, change: object): Promise<void> {
    await this.#database.transaction(async () => {
      const { knex } = this.#database;
      const version = knex.raw('credentials_version + 1');
      const changed = await knex('users')
        .where({ id })
        .update({ ...change, credentials_version: version });
      if (changed === 0) throw failures.userNotFound();
      await knex('user_tokens').where('user_id', id).delete();
    });
  }

  #refuseUnknown(roles: readonly string[]): void {
    const unknown = roles.find((role) => !this.#roles.names.includes(role));
    if (unknown === undefined) return;
    const message = `must be some of ${this.#roles.names.join(', ')}`;
    throw standardFailures.invalidParameter({ details: [{ field: 'roles', message }] });
  }
}
