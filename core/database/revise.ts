import { standardFailures } from 'lectern';
import type { Database } from './database.ts';

/** Which object is changed, and what the client has seen of it. */
export interface Target {
  readonly id: string;
  /** Revisions that the client has seen (`call.request.revisions`); undefined for whichever it is. */
  readonly seen: readonly string[] | undefined;
}

/** A change of one row that has a `revision`. */
export interface Revision extends Target {
  readonly table: string;
  /** Columns and their new values. */
  readonly change: object;
}

/**
 * Changes a row and raises its revision, in one statement: what was changed meanwhile is not overwritten.
 * @returns whether there is such a row
 * @throws preconditionFailed when the row is not what the client has seen
 */
export async function revise(database: Database, { table, id, seen, change }: Revision): Promise<boolean> {
  const { knex } = database;
  const query = knex(table)
    .where({ id })
    .update({ ...change, revision: knex.raw('revision + 1') });
  if (seen) void query.whereRaw('revision = any(?::bigint[])', [[...seen]]);
  if ((await query) > 0) {
    database.changed(table);
    return true;
  }
  if (!seen || !(await knex(table).where({ id }).first('id'))) return false;
  throw standardFailures.preconditionFailed();
}
