import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { circumstances, table, writePage } from './page.ts';
import { comparisonOf, latency, ratio, type Results } from './results.ts';

const explained = readFileSync(fileURLToPath(new URL('./benchmarks_explained.md', import.meta.url)), 'utf8').trim();

/** Writes `docs/benchmarks.md` anew. */
export async function writeBenchmarks(results: Results): Promise<void> {
  await writePage('benchmarks.md', textOf(results));
}

function textOf(results: Results): string {
  const { compared, database, rounds, seconds } = results;
  const differences = compared.map(({ workload: { name, differs } }) => `- ${name}: ${differs}.`);
  return `# Benchmarks

Written by \`npm run bench\`, which measures all of this in one run. \`npm run bench -- --quick\` prints Lectern and the bare
servers alone, and \`npm run bench -- --quick insert\` a single row. It needs a PostgreSQL server in \`TEST_DATABASE_URL\`, where it
makes a database of its own.

${circumstances(database)}

Figures of CPU are medians of ${rounds} rounds of ${seconds} s, all servers in turn in each round. "bare, named", Hono, NestJS
and Express come after them, with five rounds.

${explained}

What differs in the other servers:

${differences.join('\n')}

## Lectern and other servers

${comparisonOf(results)}

${interferenceOf(results)}

${startsOf(results)}
`;
}

function interferenceOf({ interference }: Results): string {
  const rows = interference.map((one) => [one.name, latency(one.latency), one.signInsPerSecond.toFixed(0)]);
  return `## Reads beside other work

Of Lectern alone, 500 reads a second of rows chosen at random. The hits of articles are written by one statement every two
seconds; without them, \`custom/\` replaces what counts them. Eight people sign in one after the other: a new user has the
password hashed (argon2id, 19 MiB) outside of the event loop, but on the same core; a remembered one does not.

${table(['reads', 'p50 / p99 / p99.9, ms', 'sign-ins/s'], rows)}`;
}

function startsOf({ routes, startUp, added }: Results): string {
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
  return `## The last of 500 routes

Aim: 0.95 of the first. A small answer without a database; bare looks its routes up in a map.

${table(['server', 'first, us', 'last, us', 'first / last'], ends)}

## Start-up

From the start of the process to its first answer. Aim: 1.5 s on a prepared embedded database.

${table(['database', 'time'], starts)}

A boot of the kernel with added modules of five routes, the smallest ones there are, and with a service besides; by the clock,
and of CPU, that of the engine's compiler and collector beside it included. Aim: 1 ms a module. What Node's own \`import()\` takes
for the same files, without a kernel, is below.

${table(['boot', 'clock, ms', 'CPU, ms'], booted)}`;
}
