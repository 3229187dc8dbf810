import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Profiler } from 'node:inspector';
import { load, sample, type Asked } from './load.ts';
import { originalFile } from './original_place.ts';
import { circumstances, table, writePage } from './page.ts';
import { placeOnServer, serverVersion } from './place_on_server.ts';
import { startServer, type Server } from './server_process.ts';
import { stageOf, stages, type Frame } from './stage_of.ts';
import { prepareWorkloads, type Workload } from './workloads.ts';

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 8;
const SECONDS = 4;

/** What one workload costs, in microseconds of CPU a request: all of it, and each stage. */
interface Cost {
  readonly workload: Workload;
  readonly cpu: number;
  readonly byStage: ReadonlyMap<string, number>;
}

/** Finds out in which stage of its way a request spends its time, and writes `docs/request_cost.md`. */
export async function benchStages(): Promise<void> {
  const place = await placeOnServer('Stages');
  if (!place) return;
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  try {
    const { workloads } = await prepareWorkloads(place);
    const profile = join(folder, 'profile.json');
    const preload = `--import ${new URL('./profiled.mjs', import.meta.url).href}`;
    const env = { ...place.env, LOG_LEVEL: 'info', NODE_OPTIONS: preload, PROFILE: profile };
    const server = await startServer({ name: 'Lectern', file: 'production_platform.mjs', args: [], env });
    const costs: Cost[] = [];
    for (const workload of workloads) costs.push(await costOf(server, workload, profile));
    server.stop();
    const shown = (byStage: Cost['byStage']) => [...byStage].map(([stage, cost]) => [stage, cost.toFixed(1)]);
    console.table(
      Object.fromEntries(costs.map(({ workload, byStage }) => [workload.name, Object.fromEntries(shown(byStage))])),
    );
    await writePage('request_cost.md', textOf(costs, await serverVersion()));
    console.log('docs/request_cost.md is written.');
  } finally {
    rmSync(folder, { recursive: true });
    await place.clear();
  }
}

async function costOf(server: Server, workload: Workload, file: string): Promise<Cost> {
  const asked: Asked = { server, question: workload };
  await load(asked, { connections: CONNECTIONS, duration: WARM_UP_SECONDS });
  // What it costs is measured without the profile, which costs something itself.
  const { cpu } = await sample(asked, CONNECTIONS, SECONDS);
  server.signal('SIGUSR2');
  await load(asked, { connections: CONNECTIONS, duration: SECONDS });
  server.signal('SIGUSR2');
  while (!existsSync(file)) await sleep(50);
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profiler.Profile;
  rmSync(file);
  const shares = sharesOf(profile);
  return { workload, cpu, byStage: new Map(stages.map((stage) => [stage, cpu * (shares.get(stage) ?? 0)])) };
}

/** The part of the busy time that each stage has. */
function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const frames = new Map<number, Frame>(
    nodes.map(({ id, callFrame }) => [id, { ...callFrame, url: originalFile(callFrame) }]),
  );
  const stackOf = (id: number | undefined): Frame[] => {
    const frame = id === undefined ? undefined : frames.get(id);
    return frame ? [frame, ...stackOf(parents.get(id as number))] : [];
  };
  const stageOfNode = new Map(nodes.map(({ id }) => [id, stageOf(stackOf(id))]));
  const spent = new Map<string, number>();
  let all = 0;
  for (const [index, id] of samples.entries()) {
    if (frames.get(id)?.functionName === '(idle)') continue;
    const stage = stageOfNode.get(id) as string;
    const time = timeDeltas[index + 1] ?? 0;
    spent.set(stage, (spent.get(stage) ?? 0) + time);
    all += time;
  }
  return new Map([...spent].map(([stage, time]) => [stage, time / all]));
}

function textOf(costs: readonly Cost[], database: string): string {
  const rows = stages.map((stage) => [stage, ...costs.map(({ byStage }) => (byStage.get(stage) ?? 0).toFixed(1))]);
  const sums = ['**all of it**', ...costs.map(({ cpu }) => `**${cpu.toFixed(0)}**`)];
  return `# Where the microseconds of a request go

Written by \`npm run bench -- stages\`. ${circumstances(database)}

Microseconds of the server's CPU for one request, ${CONNECTIONS} of them under way at once, after ${WARM_UP_SECONDS} seconds of warm-up.
What a request costs in all is measured without a profiler; the profiler then says which part of it each stage has. What a
built-in function of Node does is counted for the code that called it: the system calls that send a statement belong to the
driver, those that send the answer to the answer.

${table(['stage', ...costs.map(({ workload }) => workload.name)], [...rows, sums])}

${notes}
`;
}

const notes = readFileSync(fileURLToPath(new URL('./stages_explained.md', import.meta.url)), 'utf8').trim();
