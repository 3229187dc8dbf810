import { byModules, byRoutes } from './growth.ts';
import { print, type Effort, type Figures } from './measure.ts';
import { circumstances, table, writePage } from './page.ts';
import { serverVersion } from './place_on_server.ts';
import { byRowsAndOffsets } from './rows_and_offsets.ts';
import { benchWorkers } from './workers.ts';

/** Cost of a request as a quantity grows. */
export interface Curve {
  readonly title: string;
  /** Reason why the cost is constant or grows. */
  readonly explanation: string;
  readonly figures: readonly Figures[];
}

const explanations = {
  routes: 'Constant: the router finds an address in one radix tree, whose depth is the depth of the address.',
  modules: 'Constant: modules cost only at the start; all routes are in one tree.',
  rows: 'The index yields ten rows at the same cost for any number of rows. The total of up to a thousand rows is counted for every request, a larger total once a second for all requests.',
  row: 'Constant: one row by its key.',
  offset:
    'PostgreSQL skips as many entries of the index as the offset. The work of the server for each page is the same. While it waits for the database, answers arrive one by one, and each answer wakes the server up.',
  cursor:
    'Constant: the index leads to the row of the cursor. A page after a cursor has no total, and reads one more row to detect the last page.',
  connections:
    'A single connection costs most, because each request wakes the server up and has separate statements. With more connections, one statement reads the rows or tokens for all requests of a turn of the event loop. Of 512, each round also pays for connecting.',
};

/** Measures the cost of a request by routes, modules, rows, offset and so on; writes `docs/benchmarks_growth.md`. */
export async function benchCurves(effort: Effort): Promise<void> {
  const seconds = Math.min(effort.seconds, 1);
  const short = { rounds: effort.rounds, seconds, warmUpSeconds: 4 };
  const curves: Curve[] = [
    { title: 'Routes', explanation: explanations.routes, figures: await byRoutes(short) },
    { title: 'Modules', explanation: explanations.modules, figures: await byModules(short) },
  ];
  const rows = await byRowsAndOffsets(short);
  if (rows)
    curves.push(
      { title: 'Rows: a page of ten with its total', explanation: explanations.rows, figures: rows.pagesByRows },
      { title: 'Rows: one by its id', explanation: explanations.row, figures: rows.rowsByRows },
      { title: 'Offset', explanation: explanations.offset, figures: rows.byOffset },
      { title: 'Keyset paging', explanation: explanations.cursor, figures: rows.byCursor },
      { title: 'Connections', explanation: explanations.connections, figures: rows.byConnections },
    );
  for (const { title, explanation, figures } of curves) print(`${title}. ${explanation}`, figures);
  const workers = await benchWorkers(effort);
  if (!workers || effort.isRough) return;
  await writePage('benchmarks_growth.md', textOf([...curves, workers], await serverVersion(), short));
  console.log('docs/benchmarks_growth.md is written.');
}

function textOf(curves: readonly Curve[], database: string, { rounds, seconds }: Effort): string {
  return `# Growth

Written by \`npm run bench -- curves\`: the cost of a request as a quantity grows. \`npm run bench\` compares Lectern
with other servers.

${circumstances(database)} Medians of ${rounds} rounds of ${seconds} s, 64 connections unless a table says otherwise. CPU is the
CPU time of the server for one request.

${curves.map(({ title, explanation }) => `- **${title}**: ${explanation}`).join('\n')}

${table(['', 'CPU, us', 'against the first', 'requests/s', 'requests per CPU-second'], curves.flatMap(rowsOf))}
`;
}

function rowsOf({ title, figures }: Curve): string[][] {
  const first = figures[0]?.cpu ?? Number.NaN;
  const rows = figures.map(({ name, cpu, rate }) => [
    name,
    cpu.toFixed(1),
    (cpu / first).toFixed(2),
    String(Math.round(rate)),
    String(Math.round(1e6 / cpu)),
  ]);
  return [[`**${title}**`, '', '', '', ''], ...rows];
}
