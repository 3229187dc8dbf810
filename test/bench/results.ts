import type { Boots } from './added_modules.ts';
import type { Compared, Crowded, Latency, PlatformFigures } from './compare_platforms.ts';
import type { Reads } from './interference.ts';
import type { Ends } from './many_routes.ts';
import { ratioOf, type Figures } from './measure.ts';
import { table } from './page.ts';
import type { StartUp } from './start_up.ts';

/** Everything that the main run finds out. */
export interface Results extends PlatformFigures {
  readonly routes: readonly Ends[];
  readonly interference: readonly Reads[];
  readonly startUp: readonly StartUp[];
  readonly added: readonly Boots[];
  /** Name and version of the server that it was measured on. */
  readonly database: string;
  readonly rounds: number;
  readonly seconds: number;
}

/** How Lectern stands beside the other servers, in tables. */
export function comparisonOf({ compared, crowds, memory, isPinned }: PlatformFigures): string {
  const place = isPinned
    ? 'one core; load and connections of the database on the others'
    : 'wherever the system put them';
  return `The servers ran on ${place}.

CPU of bare against that of each server: 1.00 is as good as bare, more is better.

${byWorkload(compared, ['aim', 'bare, us', 'Lectern, us'], ratiosOf)}

Requests a second.

${byWorkload(compared, [], ({ figures }) => figures.map(({ rate }) => String(Math.round(rate))))}

Milliseconds from when a request was due, at so many a second: p50 / p99 / p99.9.

${byWorkload(compared, ['a second'], ({ rate, latencies }) => [String(rate), ...latencies.map(latency)])}

${crowds.length > 0 ? crowdsOf(compared, crowds) : ''}

Memory (RSS) in MB; the aim is 120.

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
  return `CPU in microseconds by the number of connections: ${first?.workload.name ?? ''}. A request that comes alone pays for waking
the server up.

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

export function latency({ p50, p99, p999 }: Latency): string {
  return [p50, p99, p999].map((ms) => ms.toFixed(1)).join(' / ');
}

/** CPU of the first against that of the second, or a dash where one has not answered while it was looked at. */
export function ratio(first: Figures | undefined, second: Figures | undefined): string {
  const value = first && second ? ratioOf(first, second) : 0;
  return value > 0 && Number.isFinite(value) ? value.toFixed(2) : '-';
}
