/**
 * `npm run bench`: Lectern against other frameworks and against none, in under three minutes; writes `docs/benchmarks.md`.
 * `--quick` takes less than one and only prints. `npm run bench -- NAME ...` runs single benches, which take longer and look
 * closer: endpoint, many_routes, identity, content, start_up, added_modules and workers; and three that write a page each:
 * payments (`docs/benchmarks_payments.md`), curves (`docs/benchmarks_growth.md`) and stages (`docs/request_cost.md`).
 */
import { benchAddedModules } from './added_modules.ts';
import { benchContent } from './content.ts';
import { benchEndpoint } from './endpoint.ts';
import { benchCurves } from './curves.ts';
import { benchIdentity } from './identity.ts';
import { mainRun } from './main_run.ts';
import { benchManyRoutes } from './many_routes.ts';
import type { Effort } from './measure.ts';
import { benchPayments } from './payments.ts';
import { benchStages } from './stages.ts';
import { benchStartUp } from './start_up.ts';
import { benchWorkers } from './workers.ts';

const closer: Readonly<Record<string, (effort: Effort) => Promise<unknown>>> = {
  endpoint: benchEndpoint,
  many_routes: benchManyRoutes,
  identity: benchIdentity,
  content: benchContent,
  payments: benchPayments,
  stages: benchStages,
  start_up: benchStartUp,
  added_modules: benchAddedModules,
  curves: benchCurves,
  workers: benchWorkers,
};

const names = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const quick = process.argv.includes('--quick');

if (names.length > 0) await lookCloser(names);
else await mainRun(quick);

async function lookCloser(chosen: readonly string[]): Promise<void> {
  for (const name of chosen) {
    const bench = closer[name];
    if (!bench) throw new Error(`There is no bench "${name}"; there are ${Object.keys(closer).join(', ')}.`);
    await bench({ rounds: quick ? 3 : 5, seconds: quick ? 1 : 3 });
  }
}
