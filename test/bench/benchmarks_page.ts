import type { Compared } from './compare_platforms.ts';
import { circumstances, table, writePage } from './page.ts';
import { lineOf, ratio, type Results } from './results.ts';

/** Writes `docs/benchmarks.md` anew. */
export async function writeBenchmarks(results: Results): Promise<void> {
  await writePage('benchmarks.md', textOf(results));
}

function textOf(results: Results): string {
  const { compared, database, rounds, seconds } = results;
  return `# Benchmarks

Written by \`npm run bench\`, which measures all of this in one run; \`npm run bench -- --quick\` only prints a rough one. It needs
a PostgreSQL server in \`TEST_DATABASE_URL\`, where it makes a database of its own.

${circumstances(database)} Medians of ${rounds} rounds of ${seconds} s, bare,
Fastify and Lectern in turn in each round, 64 connections; each round is looked at once all have connected. Hono, NestJS and
Express come after them, with five rounds, and are warmed up less.
Before, every server answers a mix of all workloads: 20,000 requests, after which nothing is left to be compiled, or what nine
seconds allow Lectern, which has more code, and six bare and Fastify; Hono, NestJS and Express 8,000, or three seconds.

The deciding figure is the CPU that the server's process takes for one request: a noisy machine disturbs it least. Ratios are
the CPU of a bare \`node:http\` server with hand-written statements, divided by that of the server: 1.00 is as good as bare, more
is better; where both are looked at in the same rounds, the median of what each round says. Lectern is the platform as shipped,
in production: validation, authentication, response filter, ETag, security headers, a line of the log for each request,
metrics, background jobs.

All servers send the statements that Lectern sends, but for Express, which has knex write them. They send one for each request.
Lectern sends one for all rows of a table, and one for all tokens, that are asked for in the same turn of the event loop, so
that it needs the fewer the more come at once. The 64 clients ask for 64 levels and 64 articles, each for another one.

[How costs grow](benchmarks_growth.md) with rows, offset, routes, modules and processes: \`npm run bench -- curves\`.
[Payments with coins](benchmarks_payments.md), which take longer to prepare and to warm up than this run may last:
\`npm run bench -- payments\`.

${overview(compared)}

${compared.map(sectionOf).join('\n\n')}

${moreSections(results)}
`;
}

function overview(compared: readonly Compared[]): string {
  const lines = compared.map(lineOf);
  const names = Object.keys(lines[0]?.ratios ?? {});
  const head = ['workload', 'bare, us', 'Lectern, us', 'aim', ...names];
  const rows = lines.map(({ workload, aim, bare, ours, ratios }) => [
    workload,
    bare.toFixed(0),
    ours.toFixed(0),
    aim.toFixed(2),
    ...names.map((name) => ratios[name]?.toFixed(2) ?? ''),
  ]);
  return table(head, rows);
}

function sectionOf({ workload, figures }: Compared): string {
  const [bare] = figures;
  const rows = figures.map((one) => [one.name, one.cpu.toFixed(1), ratio(bare, one), String(Math.round(one.rate))]);
  const head = ['server', 'CPU, us', 'of bare', 'requests/s'];
  return `## ${workload.name}\n\nAim: ${workload.aim} of bare.\n\n${table(head, rows)}`;
}

function moreSections({ compared, crowds, routes, startUp, added, memory }: Results): string {
  const crowded = crowds.map(({ connections, figures: [bare, ours] }) => [
    String(connections),
    bare?.cpu.toFixed(1) ?? '',
    ours?.cpu.toFixed(1) ?? '',
    ratio(bare, ours),
  ]);
  const ends = routes.map(({ name, first, last }) => [
    name,
    first.cpu.toFixed(1),
    last.cpu.toFixed(1),
    ratio(first, last),
  ]);
  const starts = startUp.map(({ name, ms }) => [name, `${Math.round(ms)} ms`]);
  const booted = added.flatMap(({ name, boots, aModule, imported }) => [
    ...boots.map(({ size, clock, cpu }) => [`${size} modules, each ${name}`, clock.toFixed(0), cpu.toFixed(0)]),
    [`**a module: ${name}**`, `**${aModule.clock.toFixed(2)}**`, `**${aModule.cpu.toFixed(2)}**`],
    [`\`import()\` of its files alone`, imported?.clock.toFixed(2) ?? '', imported?.cpu.toFixed(2) ?? ''],
  ]);
  return `## ${compared[0]?.workload.name ?? 'One workload'}, by few and by many at once

A request that comes alone pays for waking the server up; in a crowd it shares that with its neighbours.

${table(['connections', 'bare, us', 'Lectern, us', 'of bare'], crowded)}

## The last of 500 routes

Aim: 0.95 of the first. A small answer without a database; bare looks its routes up in a map.

${table(['server', 'first, us', 'last, us', 'first / last'], ends)}

## Start-up

From the start of the process to its first answer. Aim: 1.5 s on a prepared embedded database.

${table(['database', 'time'], starts)}

A boot of the kernel with added modules of five routes, the smallest ones there are, and with a service besides; by the clock,
and of CPU, that of the engine's compiler and collector beside it included. Aim: 1 ms a module. What Node's own \`import()\` takes
for the same files, without a kernel, is below.

${table(['boot', 'clock, ms', 'CPU, ms'], booted)}

## Memory

Of the process (RSS), after all workloads on PostgreSQL, and where there were crowds, after up to 512 clients at once besides.
Aim: 150 MB.

${table(
  ['server', 'after the workloads, MB', 'after the crowds, MB'],
  memory.map(({ name, worked, crowded }) => [name, worked.toFixed(0), crowded?.toFixed(0) ?? '']),
)}`;
}
