/**
 * `npm run bench` compares Lectern with other frameworks and with bare servers, and writes `docs/benchmarks.md`.
 * `--quick` compares Lectern only with bare servers, in under 90 s, and writes no page. `npm run bench -- --quick
 * WORKLOAD ...` prints single workloads: level, level_hot, article, article_hot, page, category, offset, insert,
 * insert_filed, 404, 422. `npm run bench -- NAME ...` runs single benches: many_routes, start_up, added_modules,
 * interference and workers; composition, which writes its section of `docs/benchmarks.md`; and three benches that write a
 * page each: payments (`docs/benchmarks_payments.md`), curves (`docs/benchmarks_growth.md`) and stages
 * (`docs/request_cost.md`).
 */
import { benchAddedModules } from './added_modules.ts';
import { benchComposition } from './composition.ts';
import { benchCurves } from './curves.ts';
import { benchInterference } from './interference.ts';
import { mainRun } from './main_run.ts';
import { benchManyRoutes } from './many_routes.ts';
import type { Effort } from './measure.ts';
import { benchPayments } from './payments.ts';
import { unpin } from './pinning.ts';
import { benchStages } from './stages.ts';
import { benchStartUp } from './start_up.ts';
import { benchWorkers } from './workers.ts';
import { workloadKeys, type WorkloadKey } from './workloads.ts';

const closer: Readonly<Record<string, (effort: Effort) => Promise<unknown>>> = {
  many_routes: benchManyRoutes,
  payments: benchPayments,
  stages: benchStages,
  start_up: benchStartUp,
  added_modules: benchAddedModules,
  composition: benchComposition,
  curves: benchCurves,
  interference: benchInterference,
  workers: benchWorkers,
};

const names = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const isQuick = process.argv.includes('--quick');
const isRow = (name: string): name is WorkloadKey => (workloadKeys as readonly string[]).includes(name);

const unknown = names.find((name) => !isRow(name) && !(name in closer));
if (unknown) {
  const known = [...workloadKeys, ...Object.keys(closer)].join(', ');
  throw new Error(`There is no bench "${unknown}"; use one of ${known}.`);
}
const rows = names.filter(isRow);
if (names.length === 0 || rows.length > 0) await mainRun(isQuick, rows);
for (const name of names) {
  unpin();
  await closer[name]?.({ rounds: isQuick ? 3 : 5, seconds: isQuick ? 1 : 3, isRough: isQuick });
}
