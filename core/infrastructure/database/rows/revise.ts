import { standardFailures } from 'lectern';
import type { Database } from '../database.ts';
import { statementOfRows } from '../cache/statement_cache.ts';
import { givenOf } from './given_columns.ts';

/** A row to change, and the revisions of the row that the client has seen. */
export interface RevisionTarget {
  readonly id: string;
  /** Revisions that the client has seen (`call.request.revisions`); undefined for any revision. */
  readonly seen: readonly string[] | undefined;
}

/** A change of a row with a column `revision`. */
export interface Revision extends RevisionTarget {
  readonly table: string;
  /** Columns and their new values, no SQL. */
  readonly change: object;
}

/**
 * Changes a row and increments its revision in one statement, and reports the change (`Database.changed`). With `seen`,
 * a change that the client has not seen is never overwritten.
 * @returns whether the row exists
 * @throws preconditionFailed when the client has not seen the current revision of the row
 */
export async function revise(database: Database, { table, id, seen, change }: Revision): Promise<boolean> {
  if (await isChanged(database, { table, id, seen, change })) {
    database.changed(table);
    return true;
  }
  if (!seen || !(await database.table(table).where({ id }).first('id'))) return false;
  throw standardFailures.preconditionFailed();
}

async function isChanged(database: Database, { table, id, seen, change }: Revision): Promise<boolean> {
  const { columns, given } = givenOf(change);
  const kind = `revise ${table} ${seen ? 'seen' : 'any'} ${columns.join(' ')}`;
  const statement = statementOfRows(database, kind, (q, param) => {
    const values = Object.fromEntries(columns.map((column) => [column, param(`new ${column}`)]));
    const query = q(table)
      .where('id', param('id'))
      .update({ ...values, revision: q.raw('revision + 1') }, 'id');
    return seen ? query.whereRaw('revision = any(?::bigint[])', [param('seen')]) : query;
  });
  const values = Object.fromEntries(given.map(([column, value]) => [`new ${column}`, value]));
  return (await statement.first({ ...values, id, seen })) !== undefined;
}
