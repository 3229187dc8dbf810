import { standardFailures } from 'lectern';
import type { Caller, Permissions, Services } from 'lectern';
import type { Database } from '../../database/index.ts';
import { failures } from '../failures.ts';
import type { Logins } from './logins.ts';
import type { Passwords } from './passwords.ts';
import type { PayPasswords } from './pay_passwords.ts';

/** A user's request to change a secret, authenticated by `password`. */
export interface Proof {
  readonly id: string;
  readonly password: string;
  readonly address: string;
}

/** A manager's change of a user. */
export interface AccountChange {
  readonly locked?: boolean;
  readonly roles?: readonly string[];
}

interface Row {
  readonly id: string;
  readonly roles: string[];
  readonly locked: boolean;
  readonly destroyed: boolean;
}

const PERMISSION = 'admin_user';

/** Changes passwords, locks and roles of accounts. A new password or a lock revokes all credentials of the account. */
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

  /** Sets a new password and revokes all tokens and JWTs. @throws failures.wrongPassword, tooManyRequests */
  async changePassword(proof: Proof, newPassword: string): Promise<void> {
    await this.#confirm(proof);
    const hash = await this.#passwords.hash(newPassword);
    await this.#endCredentials(proof.id, { password_hash: hash });
  }

  /** Sets the payment password. @param encrypted from the client @throws failures.wrongPassword, invalidParameter */
  async changePayPassword(proof: Proof, encrypted: string): Promise<void> {
    // Decrypts before the password check: an unreadable value must not count as a failed attempt.
    const payPassword = this.#payPasswords.read(encrypted);
    await this.#confirm(proof);
    await this.#payPasswords.set(proof.id, payPassword);
  }

  /**
   * Locks or unlocks a user, or sets roles. A lock revokes all credentials; new roles apply to the next request. The
   * caller needs every permission of the account and of its new roles.
   * @throws failures.userNotFound, notYourself, accountHoldsMore, roleHoldsMore; invalidParameter, permissionDenied
   */
  async change(id: string, { locked, roles }: AccountChange, by: Caller): Promise<void> {
    this.#refuseUnknown(roles ?? []);
    if (id === by.id) throw failures.notYourself();
    await this.#database.transaction(async () => {
      const [user, held] = await this.#lock(id, by);
      if (!this.#roles.areCovered(user.roles, held)) throw failures.accountHoldsMore();
      if (roles && !this.#roles.areCovered(roles, held)) throw failures.roleHoldsMore();
      if (roles) await this.#database.table('users').where({ id }).update({ roles });
      if (locked === true) await this.#endCredentials(id, { locked });
      if (locked === false) await this.#database.table('users').where({ id }).update({ locked });
    });
  }

  /**
   * Locks the rows of the account and of the caller, so that their roles cannot change before the commit.
   * @returns the account, and the current permissions of the caller
   * @throws failures.userNotFound, permissionDenied
   */
  async #lock(id: string, by: Caller): Promise<[Row, Permissions]> {
    const users = this.#database.table<Row>('users').whereIn('id', [id, by.id]);
    const rows: Row[] = await users.orderBy('id').forUpdate().select('id', 'roles', 'locked', 'destroyed');
    const user = rows.find((row) => row.id === id);
    if (!user) throw failures.userNotFound();
    const changer = rows.find((row) => row.id === by.id);
    // A caller that is a service has no row; the configuration fixes its roles.
    if (!changer) return [user, by.permissions];
    const now = this.#roles.permissionsOf(changer.roles);
    if (changer.locked || changer.destroyed || !now.has(PERMISSION)) throw standardFailures.permissionDenied();
    return [user, { has: (code) => now.has(code) && by.permissions.has(code) }];
  }

  async #confirm(proof: Proof): Promise<void> {
    if (await this.#logins.confirm(proof)) return;
    throw failures.wrongPassword({ details: [{ field: 'password', message: 'must be your current password' }] });
  }

  /** Increments the version: tokens and JWTs of an older version are refused, even if issued concurrently. */
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
