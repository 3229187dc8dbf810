import { compositionOf } from './composition.ts';
import { circumstances, keptSection, table, writePage } from './page.ts';
import { comparisonOf, latency, ratio, type Results } from './results.ts';

/** Writes `docs/benchmarks.md`. */
export async function writeBenchmarks(results: Results): Promise<void> {
  await writePage('benchmarks.md', textOf(results));
}

function textOf(results: Results): string {
  const { compared, database, rounds, seconds } = results;
  const differences = [...new Set(compared.map(({ workload: { differs } }) => differs))].map((differs) => {
    const names = compared.filter(({ workload }) => workload.differs === differs).map(({ workload: { name } }) => name);
    return `- ${names.join('; ')}: ${differs}.`;
  });
  return `# Benchmarks

\`npm run bench\` writes this page in one run. \`npm run bench -- --quick\` prints only Lectern and the bare servers, and
\`npm run bench -- --quick insert\` a single workload. The command needs a PostgreSQL server in \`TEST_DATABASE_URL\`, and creates
a database there.

${circumstances(database)}

CPU figures are medians of ${rounds} rounds of ${seconds} s; each round measures all servers in turn. "bare, named", Hono, NestJS
and Express are measured after them, in five rounds. The CPU of server and database together adds the CPU time of the
connections of PostgreSQL in all rounds, divided by the requests of all rounds, so that work moved to the database does not
look like saved work.

${keptSection('benchmarks.md', 'Method')}

## Differences of the other servers

${differences.join('\n')}

## Lectern and other servers

${comparisonOf(results)}

${interferenceOf(results)}

${startsOf(results)}

${compositionOf(results.composition)}
`;
}

function interferenceOf({ interference }: Results): string {
  const rows = interference.map((one) => [one.name, latency(one.latency), one.signInsPerSecond.toFixed(0)]);
  return `## Reads beside other work

Only Lectern, 500 reads of random rows per second. One statement every two seconds stores the hits of articles; in the run
without hits, \`custom/\` replaces the service that counts them. Eight clients sign in, one login after another. The first
login of a user hashes the password (argon2id, 19 MiB) outside of the event loop, but on the same core; a remembered login
does not. The clients never pause, so that the reads wait for a busy core and a busy database: aim is twice the p99 without
logins. [CPU time by stage](request_cost.md) shows the cost of a remembered login.

${table(['reads', 'p50 / p99 / p99.9, ms', 'sign-ins/s'], rows)}`;
}

function startsOf({ routes, startUp, added }: Results): string {
  const ends = routes.map(({ name, first, last }) => [
    name,
    first.cpu.toFixed(1),
    last.cpu.toFixed(1),
    ratio(first, last),
  ]);
  const starts = startUp.flatMap(({ name, ms, phases = [] }) => [
    [`**${name}**`, `**${Math.round(ms)}**`],
    ...phases.map(([phase, part]) => [phase, String(Math.round(part))]),
  ]);
  const booted = added.flatMap(({ name, boots, aModule, imported }) => [
    ...boots.map(({ size, clock, cpu }) => [`${size} modules, each ${name}`, clock.toFixed(0), cpu.toFixed(0)]),
    [`**a module: ${name}**`, `**${aModule.clock.toFixed(2)}**`, `**${aModule.cpu.toFixed(2)}**`],
    [`\`import()\` of the files only`, imported?.clock.toFixed(2) ?? '', imported?.cpu.toFixed(2) ?? ''],
  ]);
  return `## The last of 500 routes

Aim: 0.95 of the first route. A small answer without a database; the bare server finds its routes in a map.

${table(['server', 'first, us', 'last, us', 'first / last'], ends)}

## Start-up

Milliseconds from the start of the process to the first answer. Aims: 1500 on an empty embedded database, 400 on a prepared
PostgreSQL. [Bundled core](decisions/024-bundled-core.md) shows what a start on a prepared database consists of: mostly the
loading of code.

${table(['database', 'time, ms'], starts)}

A boot of the kernel with added modules: with a resource of five routes, and with a service, too. Duration and CPU time; the
CPU time includes the threads of the compiler and the garbage collector. Aim: 1 ms for each module. The last row is the time
of \`import()\` for the same files, without a kernel.

${table(['boot', 'clock, ms', 'CPU, ms'], booted)}`;
}
