import type { ReadCall } from '../../../infrastructure/database/index.ts';
import type { User, Users } from '../../users/index.ts';

/** Reads the users that a page of goods refers to, in one statement. */
export async function usersOfPage(users: Users, ids: readonly (string | null)[], call?: ReadCall) {
  const given = ids.filter((id) => id !== null);
  const known = await users.simpleByIds(given, call);
  return {
    /** Returns the user with an id; null for the id null, and for a user that no longer exists. */
    one: (id: string | null): User | null => (id === null ? undefined : known.get(id)) ?? null,
    /** Returns the users in the order of `some`, without users that no longer exist. */
    several: (some: readonly string[]): User[] => some.flatMap((id) => known.get(id) ?? []),
  };
}
