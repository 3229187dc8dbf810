import type { Database } from './database.ts';
import type { Statement, StatementBuilder } from './statement.ts';

type RowStatement = Statement<{ id: string }>;

/** So many kinds are remembered of one database: a client decides which columns a row has, and could try all of them. */
const MOST = 500;

const known = new WeakMap<Database, Map<string, RowStatement>>();

/** The statement for rows of one kind, made when the first one comes. @param kind names the table and the columns */
export function statementOfRows(
  database: Database,
  kind: string,
  build: StatementBuilder<Record<string, unknown>>,
): RowStatement {
  const statements = known.get(database) ?? new Map<string, RowStatement>();
  const statement = statements.get(kind) ?? database.statement<{ id: string }>(build);
  if (statements.size >= MOST) statements.clear();
  known.set(database, statements.set(kind, statement));
  return statement;
}

/** What is given of a row: a column without a value keeps the one that it has, or gets the one that it begins with. */
export function givenOf(row: object): { readonly columns: readonly string[]; readonly given: [string, unknown][] } {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  return { columns: given.map(([column]) => column), given };
}
