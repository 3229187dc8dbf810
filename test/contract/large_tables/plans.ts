import pg from 'pg';
import { largeTables } from './fill.ts';

/** A node of a plan, as `explain (analyze, format json)` gives it. */
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Rows that a list reads at most for a page or its total; lists for operators count up to here. */
const MANY = 10_001;

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const rowsOf = (node: Plan) => node['Actual Rows'] * node['Actual Loops'];
const removedBy = (node: Plan) =>
  node['Actual Loops'] *
  ((node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0));

/** Says what a node of a plan reads in vain; undefined for a node that suits a table of any size. */
function problemOf(node: Plan): string | undefined {
  const name = [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' ');
  const [rows, removed] = [rowsOf(node), removedBy(node)];
  const isScan = node['Node Type'] === 'Seq Scan' && (node['Relation Name'] ?? '') in largeTables;
  if (isScan && rows + removed > MANY && (rows > MANY || removed > rows)) return `${name} reads ${rows + removed} rows`;
  if (removed > MANY && removed > 10 * rows) return `${name} discards ${removed} rows and returns ${rows}`;
  if (node['Node Type'] === 'Bitmap Index Scan' && rows > 2 * MANY) return `${name} collects ${rows} rows`;
  const input = (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0);
  if (/Sort$/.test(node['Node Type']) && input > MANY) return `${name} sorts ${input} rows`;
  return undefined;
}

/** A statement as it was sent. */
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name: string | undefined;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | null } }).utils;

/**
 * Runs a statement with its plan, and undoes its changes. The plan of a prepared statement is the one of its sixth
 * execution, for which PostgreSQL may have chosen a generic plan.
 * @returns what the plan reads in vain
 */
export async function problemsIn(client: pg.Client, { text, values, name }: Statement): Promise<string[]> {
  const explain = 'explain (analyze, timing off, format json)';
  await client.query('begin');
  try {
    if (name === undefined) return problemsOf(await client.query(`${explain} ${text}`, [...values]));
    const literals = values.map((value) => {
      const literal = prepareValue(value);
      return literal === null ? 'null' : pg.escapeLiteral(literal);
    });
    const execute = `execute examined${literals.length > 0 ? `(${literals.join(', ')})` : ''}`;
    await client.query(`prepare examined as ${text}`);
    for (let times = 0; times < 5; times++) await client.query(`explain ${execute}`);
    return problemsOf(await client.query(`${explain} ${execute}`));
  } finally {
    await client.query('rollback');
    if (name !== undefined) await client.query('deallocate examined');
  }
}

function problemsOf({ rows }: pg.QueryResult<{ 'QUERY PLAN': [{ Plan: Plan }] }>): string[] {
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan).flatMap((node) => problemOf(node) ?? []);
}
