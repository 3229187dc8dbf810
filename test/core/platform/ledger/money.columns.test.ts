import { expect } from 'chai';
import { startPlatform } from '../../../support/platform.ts';
import { started } from '../../../support/started.ts';

const exact = ['bigint', 'integer', 'numeric'];
const money = '(^|_)(price|amount|balance|coins|cash|total)$';

interface Column {
  readonly name: string;
  readonly type: string;
}

describe('Money in the database', () => {
  const platform = started(startPlatform);

  const rowsOf = async <Row>(sql: string, values: string[]) =>
    (await platform.kernel.services.database.raw<Row>(sql, values)).rows;

  it('is stored in columns of exact numbers only', async () => {
    const columns = await rowsOf<Column>(
      `select table_name || '.' || column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema() and column_name ~ ?`,
      [money],
    );
    expect(columns.map(({ name }) => name)).to.include.members([
      'accounts.balance',
      'ledger_entries.amount',
      'courses.price',
    ]);
    expect(columns.filter(({ type }) => !exact.includes(type))).to.deep.equal([]);
  });

  it('has a constraint against negative balances', async () => {
    const unguarded = await rowsOf<{ name: string }>(
      `select kept.table_name as name from information_schema.columns as kept
      join information_schema.tables using (table_schema, table_name)
      where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name ~ ? and not exists (
        select from information_schema.constraint_column_usage as used
        join information_schema.check_constraints using (constraint_schema, constraint_name)
        where used.table_schema = kept.table_schema and used.table_name = kept.table_name
          and used.column_name = kept.column_name and check_clause like '%' || kept.column_name || ' >= 0%')`,
      ['(^|_)balance$'],
    );
    expect(unguarded).to.deep.equal([]);
  });
});
