import { benchAddedModules } from './added_modules.ts';
import { writeBenchmarks } from './benchmarks_page.ts';
import { comparePlatforms } from './compare_platforms.ts';
import { measureComposition } from './composition.ts';
import { benchInterference } from './interference.ts';
import { benchManyRoutes } from './many_routes.ts';
import { logProgress } from './log_progress.ts';
import type { Effort } from './measure.ts';
import { unpin } from './pinning.ts';
import { serverVersion } from './place_on_server.ts';
import { comparisonOf, type Results } from './results.ts';
import { benchStartUp } from './start_up.ts';
import type { WorkloadKey } from './workloads.ts';

/** Numbers of rounds and durations of the main run. */
interface Plan {
  readonly effort: Effort;
  readonly modules: readonly number[];
  readonly startUps: number;
  readonly pacedSeconds: number;
}

// Many short rounds, because the load of a shared machine changes between long rounds.
const whole: Plan = {
  effort: { rounds: 15, seconds: 0.05 },
  modules: [0, 10, 100, 1_000],
  startUps: 3,
  pacedSeconds: 1,
};
const quick: Plan = { effort: { rounds: 4, seconds: 0.05 }, modules: [0, 10, 100], startUps: 1, pacedSeconds: 0.5 };
const ARTICLES = 100_000;

/**
 * Compares Lectern with other frameworks and with bare servers, and writes `docs/benchmarks.md`. A rough run, or a run
 * of single workloads, only prints the figures.
 * @param keys keys of single workloads; empty for all
 */
export async function mainRun(isRough: boolean, keys: readonly WorkloadKey[]): Promise<void> {
  const { effort, modules, startUps, pacedSeconds } = isRough ? quick : whole;
  const platforms = await comparePlatforms({ effort, articles: ARTICLES, keys, pacedSeconds, isRough });
  if (platforms) console.log(`\n${comparisonOf(platforms)}\n`);
  if (isRough || keys.length > 0) return;
  logProgress('many routes');
  const routes = await benchManyRoutes(effort);
  unpin();
  logProgress('beside other work');
  const interference = await benchInterference({ rounds: 1, seconds: pacedSeconds });
  unpin();
  logProgress('start-up');
  const startUp = await benchStartUp({ rounds: startUps });
  const added = await benchAddedModules({ rounds: startUps, sizes: modules, of: ['resource', 'service'] });
  logProgress('plugins around an operation');
  const composition = await measureComposition(effort);
  logProgress('done');
  if (!platforms) return;
  const results: Results = {
    ...platforms,
    routes,
    interference,
    startUp,
    added,
    composition,
    database: await serverVersion(),
    ...effort,
  };
  await writeBenchmarks(results);
  console.log('docs/benchmarks.md is written.');
}
