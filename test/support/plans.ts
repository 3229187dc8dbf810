import type { Kernel } from 'lectern/host';
import pg from 'pg';
import type { Sent } from '../core/platform/courses/support.ts';

/** A step of a plan, as `explain (format json)` gives it; the numbers of rows are given by statements that run. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Step[];
}

const below = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(below)];

/**
 * Returns the steps of the plan of each statement.
 * @param options.analyze run them once more, and undo their changes
 */
export async function stepsOf(
  { databaseConfig }: Pick<Kernel['services'], 'databaseConfig'>,
  statements: readonly Pick<Sent, 'text' | 'values'>[],
  { analyze = false } = {},
): Promise<Step[][]> {
  // A connection of its own, because knex would read the $1 of a statement that was sent.
  const client = new pg.Client({ connectionString: databaseConfig.url });
  await client.connect();
  try {
    const found: Step[][] = [];
    for (const { text, values } of statements) {
      await client.query('begin');
      const { rows } = await client.query(`explain (analyze ${analyze}, format json) ${text}`, values);
      await client.query('rollback');
      found.push(below(rows[0]['QUERY PLAN'][0].Plan));
    }
    return found;
  } finally {
    await client.end();
  }
}

/** Tables that some steps read as a whole. */
export function scannedBy(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => (step['Node Type'] === 'Seq Scan' ? [step['Relation Name'] ?? ''] : []));
}

/** Indices that some steps read. */
export function indicesOf(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => step['Index Name'] ?? []);
}

/** Number of rows that some steps read from a table, those included that they discard. */
export function rowsReadOf(table: string, steps: readonly Step[]): number {
  return steps
    .filter((step) => step['Relation Name'] === table)
    .map((step) => (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'])
    .reduce((sum, rows) => sum + rows, 0);
}
