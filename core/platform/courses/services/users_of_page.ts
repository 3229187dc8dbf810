import type { ReadCall } from '../../../infrastructure/database/index.ts';
import type { User, Users } from '../../users/index.ts';

/** Users that a page of goods refers to, read in one statement. */
export class UsersOfPage {
  readonly #known: ReadonlyMap<string, User>;

  private constructor(known: ReadonlyMap<string, User>) {
    this.#known = known;
  }

  static async of(users: Users, ids: readonly (string | null)[], call?: ReadCall): Promise<UsersOfPage> {
    return new UsersOfPage(
      await users.simpleByIds(
        ids.filter((id) => id !== null),
        call,
      ),
    );
  }

  /** Returns the user with an id; null for the id null, and for a user that no longer exists. */
  one(id: string | null): User | null {
    return (id === null ? undefined : this.#known.get(id)) ?? null;
  }

  /** Returns the users in the order of `ids`, without users that no longer exist. */
  several(ids: readonly string[]): User[] {
    return ids.flatMap((id) => this.#known.get(id) ?? []);
  }
}
