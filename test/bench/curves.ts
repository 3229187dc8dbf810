import { byModules, byRoutes } from './growth.ts';
import { print, type Effort, type Figures } from './measure.ts';
import { circumstances, table, writePage } from './page.ts';
import { serverVersion } from './place_on_server.ts';
import { byRowsAndOffsets } from './rows_and_offsets.ts';
import { benchWorkers } from './workers.ts';

/** What a request costs as something grows. */
export interface Curve {
  readonly title: string;
  /** Why it is flat, or why it is not. */
  readonly explanation: string;
  readonly figures: readonly Figures[];
}

const explanations = {
  routes: 'Flat: the address is looked up in one radix tree, whose depth is that of the address.',
  modules: 'Flat: a module is met at the start alone; all routes are in one tree.',
  rows: 'Ten rows come from the end of an index, however many there are. Up to a thousand the total is counted for every request; beyond, once a second for all.',
  row: 'Flat: one row by its key.',
  offset:
    'PostgreSQL walks over as many entries of the index as the offset says. The server does the same for each page, but where it waits for the database, answers come one by one, and each wakes it up for itself.',
  connections:
    'Dearest alone, since each request wakes the server up for itself and has statements of its own; rows and tokens that are asked for in the same turn are read together. Of 512, each round also pays for connecting.',
};

/** Cost per request against routes, modules, rows, offset, connections and processes; writes `docs/benchmarks_growth.md`. */
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

Written by \`npm run bench -- curves\`: what a request costs as something grows. How it compares with other servers is
measured by \`npm run bench\`.

${circumstances(database)} Medians of ${rounds} rounds of ${seconds} s, 64 connections unless said otherwise. CPU is that of the
server for one request.

${curves.map(sectionOf).join('\n\n')}
`;
}

function sectionOf({ title, explanation, figures }: Curve): string {
  const first = figures[0]?.cpu ?? Number.NaN;
  const rows = figures.map(({ name, cpu, rate }) => [
    name,
    cpu.toFixed(1),
    (cpu / first).toFixed(2),
    String(Math.round(rate)),
    String(Math.round(1e6 / cpu)),
  ]);
  return `## ${title}\n\n${explanation}\n\n${table(['', 'CPU, us', 'against the first', 'requests/s', 'requests per CPU-second'], rows)}`;
}
