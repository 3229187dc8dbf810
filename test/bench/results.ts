import type { Boots } from './added_modules.ts';
import type { Compared, Crowded, Latency, PlatformFigures } from './compare_platforms.ts';
import type { Reads } from './interference.ts';
import type { Ends } from './many_routes.ts';
import { ratioOf, type Figures } from './measure.ts';
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

/** A workload in a line: CPU of a request to the bare server and to Lectern, and every server's ratio to bare. */
export interface Line {
  readonly workload: string;
  readonly aim: number;
  readonly bare: number;
  readonly ours: number;
  readonly ratios: Readonly<Record<string, number>>;
}

export function lineOf({ workload: { name, aim }, figures }: Compared): Line {
  const [bare, ...others] = figures as [Figures, ...Figures[]];
  const ratios = others.map((one) => [one.name, ratioOf(bare, one)] as const);
  return {
    workload: name,
    aim,
    bare: bare.cpu,
    ours: figures.at(-1)?.cpu ?? Number.NaN,
    ratios: Object.fromEntries(ratios.reverse()),
  };
}

/** Prints how Lectern stands: CPU, and latencies of all servers. */
export function printPlatforms({ compared, crowds, memory, isPinned }: PlatformFigures): void {
  console.log(
    `CPU of a request, and the bare server's against that of each (1.00 is as good as bare, more is better); ${pinning(isPinned)}`,
  );
  console.table(Object.fromEntries([...compared.map(cpuOf), ...crowds.map(crowdOf)]));
  console.log('Milliseconds from when a request was due, at a fixed rate: p50 / p99 / p99.9');
  console.table(Object.fromEntries(compared.map(latenciesOf)));
  const shown = memory.map(({ name, worked, crowded }) => [name, { worked: whole(worked), crowded: whole(crowded) }]);
  console.log('Megabytes after the workloads and after the crowds');
  console.table(Object.fromEntries(shown));
}

/** Prints what has no other server beside it. */
export function printRest({ routes }: Results): void {
  console.table({ 'first / last of 500 routes': Object.fromEntries(routes.map((one) => [one.name, ends(one)])) });
}

export function pinning(isPinned: boolean): string {
  return isPinned
    ? 'the servers are kept on one core, load and connections of the database on the others'
    : 'the system moves servers, load and database between cores';
}

function cpuOf(one: Compared) {
  const { workload, aim, bare, ours, ratios } = lineOf(one);
  const shown = Object.entries(ratios).map(([name, ratio]) => [name, ratio.toFixed(2)]);
  return [
    workload,
    { 'bare us': bare.toFixed(1), 'Lectern us': ours.toFixed(1), aim, ...Object.fromEntries(shown) },
  ] as const;
}

function crowdOf({ connections, figures }: Crowded) {
  const [bare] = figures;
  const shown = figures.slice(1).map((one) => [one.name, ratio(bare, one)]);
  const costs = { 'bare us': bare?.cpu.toFixed(1), 'Lectern us': figures.at(-1)?.cpu.toFixed(1) };
  return [`the first, ${connections} at once`, { ...costs, ...Object.fromEntries(shown) }] as const;
}

function latenciesOf({ workload, figures, rate, latencies }: Compared) {
  const shown = figures.map(({ name }, index) => [name, latency(latencies[index])]);
  return [workload.name, { 'a second': rate, ...Object.fromEntries(shown) }] as const;
}

export function latency(one: Latency | undefined): string {
  return one ? [one.p50, one.p99, one.p999].map((ms) => ms.toFixed(1)).join(' / ') : '';
}

function whole(value: number | undefined): string {
  return value?.toFixed(0) ?? '';
}

function ends({ first, last }: Ends): string {
  return ratio(first, last);
}

/** CPU of the first against that of the second. */
export function ratio(first: Figures | undefined, second: Figures | undefined): string {
  return first && second ? ratioOf(first, second).toFixed(2) : '';
}
