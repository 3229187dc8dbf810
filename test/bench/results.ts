import type { Boots } from './added_modules.ts';
import type { Compared, Crowded, Latency, PlatformFigures } from './compare_platforms.ts';
import type { Composition } from './composition.ts';
import type { Reads } from './interference.ts';
import type { Ends } from './many_routes.ts';
import { ratioOf, type Figures } from './measure.ts';
import { table } from './page.ts';
import type { StartUp } from './start_up.ts';

/** All results of the main run. */
export interface Results extends PlatformFigures {
  readonly routes: readonly Ends[];
  readonly interference: readonly Reads[];
  readonly startUp: readonly StartUp[];
  readonly added: readonly Boots[];
  readonly composition: Composition;
  /** Name and version of the database server. */
  readonly database: string;
  readonly rounds: number;
  readonly seconds: number;
}

/** Returns the tables that compare Lectern with the other servers. */
export function comparisonOf({ compared, crowds, memory, isPinned }: PlatformFigures): string {
  const place = isPinned
    ? 'one core; the load and the connections of the database on the other cores'
    : 'cores that the system chose';
  return `The servers ran on ${place}.

CPU of bare divided by the CPU of each server: 1.00 is as good as bare, more is better.

${byWorkload(compared, ['aim', 'bare, us', 'Lectern, us'], ratiosOf)}

CPU of server and database together, in microseconds per request.

${byWorkload(compared, ['bare / Lectern'], togetherOf)}

Requests per second.

${byWorkload(compared, [], ({ figures }) => figures.map(({ rate }) => String(Math.round(rate))))}

Milliseconds from the time when a request was due, at the given rate: p50 / p99 / p99.9.

${byWorkload(compared, ['requests/s'], ({ rate, latencies }) => [String(rate), ...latencies.map(latency)])}

${crowds.length > 0 ? crowdsOf(compared, crowds) : ''}

Memory (RSS) in MB; the aim is 125.

${table(
  ['server', 'after the workloads', 'after up to 512 clients'],
  memory.map(({ name, worked, crowded }) => [name, worked.toFixed(0), crowded?.toFixed(0) ?? '']),
)}`;
}

function crowdsOf([first]: readonly Compared[], crowds: readonly Crowded[]): string {
  const rows = crowds.map(({ connections, figures }) => [
    String(connections),
    ...figures.map(({ cpu }) => cpu.toFixed(1)),
    ratio(figures[0], figures.at(-1)),
  ]);
  const names = crowds[0]?.figures.map(({ name }) => name) ?? [];
  return `CPU in microseconds by the number of connections: ${first?.workload.name ?? ''}. With one connection,
each request wakes the server up.

${table(['connections', ...names, 'bare / Lectern'], rows)}`;
}

function byWorkload(
  compared: readonly Compared[],
  head: readonly string[],
  cellsOf: (one: Compared) => readonly string[],
): string {
  const names = compared[0]?.figures.map(({ name }) => name) ?? [];
  const rows = compared.map((one) => [one.workload.name, ...cellsOf(one)]);
  return table(['workload', ...head, ...names], rows);
}

function ratiosOf({ workload: { aim }, figures }: Compared): readonly string[] {
  const ends = [figures[0], figures.at(-1)].map((one) => one?.cpu.toFixed(1) ?? '');
  return [aim.toFixed(2), ...ends, ...figures.map((one) => ratio(figures[0], one))];
}

function togetherOf({ figures }: Compared): readonly string[] {
  const all = figures.map(({ together }) => together);
  return [shown((all[0] ?? 0) / (all.at(-1) ?? 0), 2), ...all.map((one) => shown(one, 1))];
}

/** Returns a figure as text, or a dash if it is unknown. */
function shown(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '-';
}

export function latency({ p50, p99, p999 }: Latency): string {
  return [p50, p99, p999].map((ms) => ms.toFixed(1)).join(' / ');
}

/** Returns the CPU time of the first divided by that of the second, or a dash without an answer of one of them. */
export function ratio(first: Figures | undefined, second: Figures | undefined): string {
  const value = first && second ? ratioOf(first, second) : 0;
  return value > 0 && Number.isFinite(value) ? value.toFixed(2) : '-';
}
