import type { Services } from 'lectern';
import type { Database } from '../../database/index.ts';

/** A user as other modules see them. */
export interface User {
  id: string;
  nickname: string;
  roles: string[];
  locked: boolean;
}

/** The people who use this installation. */
export class Users {
  readonly #database: Database;

  constructor({ database }: Pick<Services, 'database'>) {
    this.#database = database;
  }

  /** The user of a login name: nickname, e-mail address or mobile number. */
  async byLogin(login: string): Promise<User | undefined> {
    return this.#database
      .table<User & { email: string; mobile: string }>('users')
      .where('nickname', login)
      .orWhere('email', login)
      .orWhere('mobile', login)
      .first('id', 'nickname', 'roles', 'locked');
  }
}
