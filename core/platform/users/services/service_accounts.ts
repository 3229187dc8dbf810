import { randomUUID } from 'node:crypto';
import { use } from 'lectern';
import { violatedUnique } from '../../../infrastructure/database/index.ts';
import { nameColumns } from './names.ts';

/** Accounts of applications: users without a password. Lists and searches of users omit these accounts. */
export class ServiceAccounts {
  readonly #database = use('database');

  /** Creates an account without roles. @returns its id, or undefined when a user has the nickname */
  async add(nickname: string): Promise<string | undefined> {
    const row = { nickname, roles: [], uuid: randomUUID(), service: true, ...nameColumns(nickname) };
    const insertion = this.#database.table('users').insert(row, 'id').onConflict().ignore();
    const [made] = (await insertion) as { id: string }[];
    return made?.id;
  }

  /** Changes the nickname. @returns false for a taken nickname; the transaction must then be rolled back */
  async rename(id: string, nickname: string): Promise<boolean> {
    const change = { nickname, ...nameColumns(nickname) };
    try {
      await this.#database.table('users').where({ id }).update(change);
      return true;
    } catch (error) {
      if (violatedUnique(error) !== undefined) return false;
      throw error;
    }
  }

  /** Sets the roles that the configuration gives to an application. */
  async setRoles(id: string, roles: readonly string[]): Promise<void> {
    await this.#database.table('users').where({ id }).whereNot('roles', roles).update({ roles });
  }

  /** Revokes all tokens and JWTs of the account. */
  async endCredentials(id: string): Promise<void> {
    const { knex } = this.#database;
    const version = knex.raw('credentials_version + 1');
    await this.#database.table('users').where({ id }).update({ credentials_version: version });
    await this.#database.table('user_tokens').where('user_id', id).delete();
  }

  /** Locks the account, and revokes all its tokens and JWTs. */
  async lock(id: string): Promise<void> {
    await this.#database.table('users').where({ id }).update({ locked: true });
    await this.endCredentials(id);
  }

  /** Cancels the account. The row stays, because other rows may refer to the row; the nickname becomes free. */
  async cancel(id: string): Promise<void> {
    const { knex } = this.#database;
    const [nickname, nickname_key] = ['nickname', 'nickname_key'].map((column) => knex.raw(`${column} || ' #' || id`));
    await this.lock(id);
    await this.#database.table('users').where({ id }).update({ destroyed: true, nickname, nickname_key });
  }
}
