import type { Database } from '../database.ts';
import type { Statement, StatementBuilder } from '../statement.ts';

/** Largest number of cached statements: clients choose the columns of a row, and could try all combinations. */
const MAX_STATEMENTS = 500;

const known = new WeakMap<Database, Map<string, unknown>>();

/**
 * Returns the statement of a kind, which is built on first use.
 * @param kind cache key with the operation, the table and the columns
 */
export function statementOfRows<Row = { id: string }>(
  database: Database,
  kind: string,
  build: StatementBuilder<Record<string, unknown>>,
): Statement<Row> {
  const statements = known.get(database) ?? new Map<string, unknown>();
  const statement = (statements.get(kind) as Statement<Row> | undefined) ?? database.statement<Row>(build);
  if (statements.size >= MAX_STATEMENTS) statements.clear();
  known.set(database, statements.set(kind, statement));
  return statement;
}

/**
 * Returns the columns of a row whose value is not undefined, and these columns with their values. All other columns
 * keep their value, or get their default in a new row.
 */
export function givenOf(row: object): { readonly columns: readonly string[]; readonly given: [string, unknown][] } {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  return { columns: given.map(([column]) => column), given };
}
