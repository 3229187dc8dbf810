import type { StatementBuilder } from '../../core/database/statement.ts';

/** The builder of a statement that is given as SQL with named parameters. */
export function builderOf(sql: string | StatementBuilder<any>): StatementBuilder<any> {
  if (typeof sql !== 'string') return sql;
  const names: string[] = [];
  const text = sql.replaceAll(/(?<![:\w]):([a-z]\w*)/gi, (_, name: string) => (names.push(name), '?'));
  return (q, param) => q.raw(text, names.map(param));
}
