import type { Boots } from './added_modules.ts';
import type { Compared, PlatformFigures } from './compare_platforms.ts';
import type { Ends } from './many_routes.ts';
import { ratioOf, type Figures } from './measure.ts';
import type { StartUp } from './start_up.ts';

/** Everything that the main run finds out. */
export interface Results extends PlatformFigures {
  readonly routes: readonly Ends[];
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

/** Prints the one table that says how Lectern stands. */
export function printResults({ compared, crowds, routes, memory }: Results): void {
  const lines = compared.map(lineOf).map(({ workload, aim, bare, ours, ratios }) => {
    const shown = Object.entries(ratios).map(([name, ratio]) => [name, ratio.toFixed(2)]);
    return [workload, { 'bare us': bare.toFixed(0), 'Lectern us': ours.toFixed(0), aim, ...Object.fromEntries(shown) }];
  });
  const byCrowds = crowds.map(({ connections, figures: [bare, ours] }) => [
    `${compared[0]?.workload.name ?? ''}, ${connections} at once`,
    { 'bare us': bare?.cpu.toFixed(0), 'Lectern us': ours?.cpu.toFixed(0), Lectern: ratio(bare, ours) },
  ]);
  const ends = routes.map(({ name, first, last }) => [name, ratio(first, last)] as const);
  const worked = memory.map((one) => [one.name, one.worked.toFixed(0)] as const);
  const crowded = memory.map((one) => [one.name, one.crowded?.toFixed(0) ?? ''] as const);
  console.log("CPU of a request, and the bare server's against that of each (1.00 is as good as bare, more is better)");
  console.table({
    ...Object.fromEntries([...lines, ...byCrowds]),
    'first / last of 500 routes': Object.fromEntries(ends),
    'MB after the workloads': Object.fromEntries(worked),
    'MB after the crowds': Object.fromEntries(crowded),
  });
}

/** CPU of the first against that of the second. */
export function ratio(first: Figures | undefined, second: Figures | undefined): string {
  return first && second ? ratioOf(first, second).toFixed(2) : '';
}
