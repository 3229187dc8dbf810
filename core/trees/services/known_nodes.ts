import { standardFailures } from 'lectern';
import type { Database } from '../../database/index.ts';

/** Name and value of an input field with the id of a node; undefined or "0" for none. */
interface Reference {
  readonly table: string;
  readonly field: string;
  readonly id: string | undefined;
}

/**
 * Ensures that a field is empty or contains the id of an existing node. In a transaction, the node cannot be removed
 * before the commit.
 * @throws invalidParameter
 */
export async function mustBeNode(database: Database, { table, field, id }: Reference): Promise<void> {
  if (id === undefined || id === '0' || (await database.table(table).where({ id }).forKeyShare().first('id'))) return;
  const details = [{ field, message: `must be an id of ${table}, or 0` }];
  throw standardFailures.invalidParameter({ details });
}
