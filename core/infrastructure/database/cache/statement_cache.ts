import type { Database } from '../database.ts';
import type { Statement, StatementBuilder } from '../statement.ts';

/** Largest number of cached statements: clients choose columns and sort orders, and could try all combinations. */
const MAX_STATEMENTS = 500;

const known = new WeakMap<Database, Map<string, unknown>>();

/**
 * Returns a statement whose SQL depends on a request, which is built on first use.
 * @param kind cache key: the operation, the table, and all that the SQL depends on
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
