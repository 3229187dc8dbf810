import type { PlannedMigration, PlannedStatement } from './plan.ts';

/** Whether a migration breaks servers of the previous version without declaring so. */
export function isUnmarked({ contract, statements }: PlannedMigration): boolean {
  return contract === undefined && statements.some(({ findings }) => findings.some(({ kind }) => kind === 'breaks'));
}

export function planText(planned: readonly PlannedMigration[]): string {
  if (planned.length === 0) return 'Nothing is pending.';
  return [...planned.map(migrationText), summary(planned)].join('\n\n');
}

function migrationText({ module, migration, file, contract, statements, failure }: PlannedMigration): string {
  const marked = contract === undefined ? [] : [`  contract: ${contract}`];
  const failed = failure === undefined ? [] : [`  CANNOT BE APPLIED: ${failure}`];
  return [`${module}: ${migration} (${file})`, ...marked, ...statements.map(statementText), ...failed].join('\n');
}

function statementText({ sql, values, findings }: PlannedStatement): string {
  const given = values.length > 0 ? [`    -- with ${JSON.stringify(values)}`] : [];
  const checked = findings.flatMap(({ kind, table, what, fix, rows }) => {
    const size = kind === 'locks' && rows !== undefined ? ` (about ${rows} rows)` : '';
    const place = table === '' ? '' : `${table}${size}: `;
    return [
      `    ${kind === 'breaks' ? 'BREAKS' : kind}  ${place}${what}`,
      ...(fix === undefined ? [] : [`            ${fix}`]),
    ];
  });
  return [`  ${unindented(sql)};`, ...given, ...checked].join('\n');
}

/** The statement without its common indentation. */
function unindented(sql: string): string {
  const [first = '', ...rest] = sql.trim().split('\n');
  const depth = Math.min(...rest.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  return [first, ...rest.map((line) => `    ${line.slice(Number.isFinite(depth) ? depth : 0)}`)].join('\n');
}

function summary(planned: readonly PlannedMigration[]): string {
  const unmarked = planned.filter(isUnmarked).map(({ module, migration }) => `${module}/${migration}`);
  const failed = planned.filter(({ failure }) => failure !== undefined);
  const parts = [`${planned.length} pending.`];
  if (failed.length > 0) parts.push(`${failed.length} cannot be applied.`);
  if (unmarked.length > 0)
    parts.push(
      `Servers of the previous version fail with ${unmarked.join(', ')}: stop all of them first, or split the change into two releases.`,
    );
  else if (failed.length === 0)
    parts.push('Servers of the previous version can keep serving while the new ones start.');
  return parts.join(' ');
}
