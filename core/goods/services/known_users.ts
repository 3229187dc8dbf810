import type { Users } from '../../users/index.ts';
import { wrongField } from './wrong_field.ts';

/** @throws standardFailures.invalidParameter when an id belongs to no user, or to a cancelled account */
export async function mustBeUsers(users: Users, field: string, ids: readonly string[]): Promise<void> {
  const known = await users.simpleByIds(ids);
  const unknown = ids.find((id) => known.get(id)?.destroyed !== false);
  if (unknown !== undefined) throw wrongField(field, `the id of a user; there is no user ${unknown}`);
}
