import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Profiler } from 'node:inspector';
import type { TestDatabase } from '../support/test_database.ts';
import { load, sample, type Question } from './load.ts';
import { bareOn, lecternOn } from './frameworks.ts';
import { originalFile } from './original_place.ts';
import { circumstances, table, writePage } from './page.ts';
import { PaymentOrders } from './payment_orders.ts';
import { startOffice } from './payments.ts';
import { placeOnServer, serverVersion } from './place_on_server.ts';
import { startServer, type Program, type Server } from './server_process.ts';
import { collecting, engine, ofBare, ofDatabase, stageOf, stages, type Frame } from './stage_of.ts';
import { addGuests, signIns } from './sign_ins.ts';
import { prepareWorkloads, type WorkloadKey } from './workloads.ts';

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 8;
const PAYMENT_WARM_UP_SECONDS = 20;
const SECONDS = 4;
/** Rounds of the cost, each of half the seconds. Other processes only add to it, so the smallest counts. */
const ROUNDS = 3;
/** Workloads whose cost is compared with that of the bare servers. */
const compared: readonly WorkloadKey[] = ['level', 'article', 'page', 'category', 'insert', 'insert_filed', '422'];
/** Workloads that are compared with a single connection, too. */
const comparedAlone: readonly WorkloadKey[] = ['level', 'article', '422'];
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
    const { workloads, statements } = await prepareWorkloads(place);
    await addGuests(place);
    const signIn = { name: 'login, password remembered', ...signIns(RETURNING), atMost: RETURNING };
    const alone = workloads
      .filter(({ key }) => comparedAlone.includes(key))
      .map((one) => ({ ...one, name: `${one.name}, one connection`, atMost: 1 }));
    const costs = await costsOf(lecternOn(place), [...workloads, signIn], WARM_UP_SECONDS);
    const costsAlone = await costsOf(lecternOn(place), alone, WARM_UP_SECONDS);
    const chosen = [...workloads.filter(({ key }) => compared.includes(key)), ...alone];
    const bare = new Map<string, readonly Cost[]>();
    for (const program of bareOn(place, statements).filter(({ rounds }) => rounds === undefined))
      bare.set(program.name, await costsOf(program, chosen, WARM_UP_SECONDS));
    const all = [...costs, ...(await costsOfPayments())];
    await writePage('request_cost.md', textOf({ all, alone: costsAlone, bare }, await serverVersion()));
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

interface Costs {
  /** Costs of all workloads on Lectern. */
  readonly all: readonly Cost[];
  /** Costs with a single connection on Lectern. */
  readonly alone: readonly Cost[];
  /** Costs of the bare servers by their names. */
  readonly bare: ReadonlyMap<string, readonly Cost[]>;
}

function textOf({ all: costs, alone, bare }: Costs, database: string): string {
  const ours = stages.filter((stage) => stage !== ofBare);
  const rows = ours.map((stage) => [stage, ...costs.map(({ byStage }) => (byStage.get(stage) ?? 0).toFixed(1))]);
  const sums = ['**total**', ...costs.map(({ cpu }) => `**${cpu.toFixed(0)}**`)];
  return `# CPU time of a request by stage

Written by \`npm run bench -- stages\`. ${circumstances(database)}

Microseconds of the server's CPU for one request, with ${CONNECTIONS} concurrent requests, after ${WARM_UP_SECONDS} seconds of warm-up,
${PAYMENT_WARM_UP_SECONDS} for a payment.
The total is the smallest of ${ROUNDS} rounds without a profiler; the profiler then measures the share of each stage. The time of a built-in
function of Node counts for the code that called it: the system calls that send a statement count for the driver, those
that send the answer for the answer.

${table(['stage', ...costs.map(({ question }) => question.name)], [...rows, sums])}

${notes}

## Beside a bare server

The same measurement of two bare servers of [the benchmarks](benchmarks.md). "Own code" contains all code between driver
and engine, and the system call that sends the answer.

${table(['workload', 'server', 'driver, pool', 'own code', 'Node', 'garbage collection', 'total'], besideBare([...costs, ...alone], bare))}

${reasons}
`;
}

/** Rows of the comparison: for each workload Lectern and the bare servers, with their stages in four groups. */
function besideBare(ours: readonly Cost[], bare: ReadonlyMap<string, readonly Cost[]>): string[][] {
  const servers = [...bare, ['Lectern', ours] as const];
  const names = [...bare.values()][0]?.map(({ question }) => question.name) ?? [];
  return names.flatMap((name) =>
    servers.flatMap(([server, costs]) => {
      const cost = costs.find(({ question }) => question.name === name);
      return cost ? [[name, server, ...groupsOf(cost).map((group) => group.toFixed(1)), cost.cpu.toFixed(0)]] : [];
    }),
  );
}

function groupsOf({ byStage, cpu }: Cost): number[] {
  const sum = (group: readonly string[]) => group.reduce((all, stage) => all + (byStage.get(stage) ?? 0), 0);
  const [database, node, garbage] = [sum(ofDatabase), sum([engine]), sum([collecting])];
  return [database, cpu - database - node - garbage, node, garbage];
}

const textIn = (file: string) => readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8').trim();
const notes = textIn('./stages_explained.md');
const reasons = textIn('./bare_explained.md');
