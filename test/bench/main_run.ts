import { benchAddedModules } from './added_modules.ts';
import { writeBenchmarks } from './benchmarks_page.ts';
import { comparePlatforms } from './compare_platforms.ts';
import { benchManyRoutes } from './many_routes.ts';
import { logProgress } from './log_progress.ts';
import type { Effort } from './measure.ts';
import { serverVersion } from './place_on_server.ts';
import { printResults, type Results } from './results.ts';
import { benchStartUp } from './start_up.ts';

/** How thorough the main run is. */
interface Plan {
  readonly effort: Effort;
  readonly articles: number;
  readonly modules: readonly number[];
  readonly startUps: number;
  /** Whether the page is written. */
  readonly isKept: boolean;
}

const whole: Plan = {
  // Many short looks in turn: on a noisy machine, few long ones are each of another phase of it.
  effort: { rounds: 15, seconds: 0.05 },
  articles: 100_000,
  modules: [0, 10, 100, 1_000],
  startUps: 3,
  isKept: true,
};
const quick: Plan = {
  effort: { rounds: 4, seconds: 0.05 },
  articles: 10_000,
  modules: [0, 10, 100],
  startUps: 1,
  isKept: false,
};

/** Lectern against other frameworks and against none. */
export async function mainRun(isQuick: boolean): Promise<void> {
  const { effort, articles, modules, startUps, isKept } = isQuick ? quick : whole;
  const platforms = await comparePlatforms(effort, articles);
  logProgress('many routes');
  const routes = await benchManyRoutes(effort);
  logProgress('start-up');
  const startUp = await benchStartUp({ rounds: startUps });
  const added = await benchAddedModules({ rounds: startUps, sizes: modules, of: ['resource', 'service'] });
  logProgress('done');
  if (!platforms) return;
  const results: Results = { ...platforms, routes, startUp, added, database: await serverVersion(), ...effort };
  printResults(results);
  if (!isKept) return;
  await writeBenchmarks(results);
  console.log('docs/benchmarks.md is written.');
}
