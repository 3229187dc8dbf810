import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Profiler } from 'node:inspector';
import type { TestDatabase } from '../support/test_database.ts';
import { load, sample, type Question } from './load.ts';
import { lecternOn } from './frameworks.ts';
import { originalFile } from './original_place.ts';
import { circumstances, keptSection, table, writePage } from './page.ts';
import { PaymentOrders } from './payment_orders.ts';
import { startOffice } from './payments.ts';
import { placeOnServer, serverVersion } from './place_on_server.ts';
import { startServer, type Program, type Server } from './server_process.ts';
import { stageOf, stages, type Frame } from './stage_of.ts';
import { addGuests, signIns } from './sign_ins.ts';
import { prepareWorkloads } from './workloads.ts';

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 8;
const PAYMENT_WARM_UP_SECONDS = 20;
const SECONDS = 4;
/** Rounds of the cost, each of half the seconds. Other processes only add to it, so the smallest counts. */
const ROUNDS = 3;
/** Users who sign in again and again, so that the process remembers their passwords. */
const RETURNING = 8;

type Named = Question & { readonly name: string };

/** Cost of a workload, in microseconds of CPU time for a request: total, and by stage. */
interface Cost {
  readonly question: Named;
  readonly cpu: number;
  readonly byStage: ReadonlyMap<string, number>;
}

/** Measures the CPU time of a request by stage, and writes `docs/request_cost.md`. */
export async function benchStages(): Promise<void> {
  const place = await placeOnServer('Stages');
  if (!place) return;
  try {
    const { workloads } = await prepareWorkloads(place);
    await addGuests(place);
    const signIn = { name: 'login, password remembered', ...signIns(RETURNING), atMost: RETURNING };
    const costs = await costsOf(lecternOn(place), [...workloads, signIn], WARM_UP_SECONDS);
    const all = [...costs, ...(await costsOfPayments())];
    await writePage('request_cost.md', textOf(all, await serverVersion()));
    console.log('docs/request_cost.md is written.');
  } finally {
    await place.clear();
  }
}

async function costsOfPayments(): Promise<readonly Cost[]> {
  const place = (await placeOnServer('Payment stages')) as TestDatabase;
  const office = await startOffice(place);
  try {
    const orders = new PaymentOrders(office.services);
    await orders.prepare();
    const payment = { name: 'payment with coins and its delivery', path: '/api/pay_center', next: orders.byPayCenter };
    return await costsOf(lecternOn(place), [payment], PAYMENT_WARM_UP_SECONDS);
  } finally {
    await office.stop();
    await place.clear();
  }
}

async function costsOf(program: Program, questions: readonly Named[], warmUpSeconds: number): Promise<readonly Cost[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const profile = join(folder, 'profile.json');
  const preload = `--import ${new URL('./profiled.mjs', import.meta.url).href}`;
  const server = await startServer({ ...program, env: { ...program.env, NODE_OPTIONS: preload, PROFILE: profile } });
  try {
    const costs: Cost[] = [];
    for (const question of questions) {
      await load({ server, question }, { connections: CONNECTIONS, duration: warmUpSeconds });
      costs.push(await costOf({ server, question }, profile));
    }
    return costs;
  } finally {
    server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function costOf(asked: { server: Server; question: Named }, file: string): Promise<Cost> {
  const { server, question } = asked;
  // The cost is measured without the profiler, which needs CPU time itself.
  const rounds: number[] = [];
  while (rounds.length < ROUNDS) rounds.push((await sample(asked, CONNECTIONS, SECONDS / 2)).cpu);
  const cpu = Math.min(...rounds);
  server.signal('SIGUSR2');
  await load(asked, { connections: CONNECTIONS, duration: SECONDS });
  server.signal('SIGUSR2');
  while (!existsSync(file)) await sleep(50);
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profiler.Profile;
  rmSync(file);
  const shares = sharesOf(profile);
  return { question, cpu, byStage: new Map(stages.map((stage) => [stage, cpu * (shares.get(stage) ?? 0)])) };
}

/** Returns the share of each stage in the busy time. */
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
  const sums = ['**total**', ...costs.map(({ cpu }) => `**${cpu.toFixed(0)}**`)];
  return `# CPU time of a request by stage

Written by \`npm run bench -- stages\`. ${circumstances(database)}

Microseconds of the server's CPU for one request, with ${CONNECTIONS} concurrent requests, after ${WARM_UP_SECONDS} seconds of warm-up,
${PAYMENT_WARM_UP_SECONDS} for a payment.
The total is the smallest of ${ROUNDS} rounds without a profiler; the profiler then measures the share of each stage. The time of a built-in
function of Node counts for the code that called it: the system calls that send a statement count for the driver, those
that send the answer for the answer.

${table(['stage', ...costs.map(({ question }) => question.name)], [...rows, sums])}

${keptSection('request_cost.md', 'How to read the table')}
`;
}
