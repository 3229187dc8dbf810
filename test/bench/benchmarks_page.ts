import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import type { Compared } from './frameworks.ts';
import type { Figures } from './measure.ts';

const page = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));

/** Everything that the page shows. */
export interface Results {
  readonly compared: readonly Compared[];
  /** The last one of some routes, of more and of many. */
  readonly routes: readonly Figures[];
  /** Milliseconds from the start of the process to its first answer. */
  readonly startUp: { readonly empty: number; readonly prepared: number };
  /** Megabytes of Lectern's process (RSS) when all workloads are done. */
  readonly memory: number;
  readonly database: string;
  readonly rounds: number;
  readonly seconds: number;
}

/** Writes `docs/benchmarks.md` anew. */
export async function writePage(results: Results): Promise<void> {
  const options = await resolveConfig(page);
  writeFileSync(page, await format(textOf(results), { ...options, parser: 'markdown' }));
}

function textOf({ compared, routes, startUp, memory, database, rounds, seconds }: Results): string {
  const [processor] = cpus();
  const machine = `${cpus().length} x ${processor?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `# Benchmarks

Written by \`npm run bench\`, which measures all of this in one run; \`npm run bench -- --quick\` only prints a rough one. It needs
a PostgreSQL server in \`TEST_DATABASE_URL\`, where it makes a database of its own.

${new Date().toISOString().slice(0, 10)}; Node ${process.version}; ${database}; ${machine}; database, load and server on the same
machine. Medians of ${rounds} rounds of ${seconds} s, all servers in turn in each round, 64 connections.

The deciding figure is the CPU that the server's process takes for one request: a noisy machine disturbs it least. Ratios are
the CPU of a bare \`node:http\` server with hand-written statements, divided by that of the server: 1.00 is as good as bare, more
is better. All servers send the statements that Lectern sends, but for Express, which has knex write them. Lectern is the
platform as shipped: validation, authentication, response filter, ETag, security headers, a log line for each request, metrics.

${compared.map(sectionOf).join('\n\n')}

## Growth

${table(
  ['Lectern', 'CPU, us', 'against the first'],
  routes.map(({ name, cpu }) => [name, cpu.toFixed(1), ((routes[0]?.cpu ?? cpu) / cpu).toFixed(2)]),
)}

## Start-up and memory

${table(
  ['what', 'figure'],
  [
    ['start of the process to its first answer, embedded database, empty folder', `${Math.round(startUp.empty)} ms`],
    ['the same, prepared folder', `${Math.round(startUp.prepared)} ms`],
    ['memory of the process on PostgreSQL after all of the above', `${memory.toFixed(0)} MB`],
  ],
)}
`;
}

function sectionOf({ workload, figures }: Compared): string {
  const [bare] = figures;
  const rows = figures.map(({ name, cpu, rate }) => [
    name,
    cpu.toFixed(1),
    ((bare?.cpu ?? cpu) / cpu).toFixed(2),
    String(Math.round(rate)),
  ]);
  return `## ${workload.name}\n\nAim: ${workload.aim} of bare.\n\n${table(['server', 'CPU, us', 'of bare', 'requests/s'], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
