import { watchDatabase } from './database_cpu.ts';
import { contenders, type Contender } from './frameworks.ts';
import { logProgress } from './log_progress.ts';
import { latenciesAt, type Asked } from './load.ts';
import { CROWD, inTurn, type Effort, type Figures } from './measure.ts';
import type { TestDatabase } from '../support/test_database.ts';
import { mustBeRecorded } from './measured_articles.ts';
import { pinDatabase } from './pinning.ts';
import { placeOnServer, quiet } from './place_on_server.ts';
import { startServer, type Server } from './server_process.ts';
import { settled, warmUp } from './warm_up.ts';
import { prepareWorkloads, type Workload, type WorkloadKey } from './workloads.ts';

const CROWDS = [1, 8, CROWD, 512];
// Rounds for measurements that only show growth.
const FEW = 7;
/** Requests a second at most, so that the load does not wait for itself. */
const MAX_PACED = 4_000;

/** Scope and precision of a comparison. */
export interface Comparison {
  readonly effort: Effort;
  readonly articles: number;
  /** Keys of the workloads. */
  readonly keys: readonly WorkloadKey[];
  /** Duration of the latency measurement in seconds. */
  readonly pacedSeconds: number;
  /** Whether other frameworks are left out. */
  readonly isRough: boolean;
}

/** Percentiles of the time to the answer, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

/** Figures of one workload: first those of the bare server, last those of Lectern. */
export interface Compared {
  readonly workload: Workload;
  readonly figures: readonly Figures[];
  /** Rate of the latency measurement, in requests per second. */
  readonly rate: number;
  readonly latencies: readonly Latency[];
}

/** Figures of the bare servers and of Lectern with a number of connections. */
export interface Crowded {
  readonly connections: number;
  readonly figures: readonly Figures[];
}

/** Figures of the platform as shipped, and of the same work in other frameworks and without a framework. */
export interface PlatformFigures {
  readonly compared: readonly Compared[];
  /** Figures of the first workload by number of connections. */
  readonly crowds: readonly Crowded[];
  readonly memory: readonly Memory[];
  /** Whether the servers and the connections of the database ran on separate cores. */
  readonly isPinned: boolean;
}

/** Memory of a server in megabytes. */
export interface Memory {
  readonly name: string;
  /** Memory after all workloads. */
  readonly worked: number;
  /** Memory after up to 512 connections; undefined for servers that were not measured with them. */
  readonly crowded: number | undefined;
}

interface Running extends Pick<Asked, 'database'> {
  readonly contender: Contender;
  readonly server: Server;
}

/** Measures all servers on the same PostgreSQL server. */
export async function comparePlatforms(comparison: Comparison): Promise<PlatformFigures | undefined> {
  const place = await placeOnServer('Frameworks');
  if (!place) return undefined;
  const { articles, keys, isRough } = comparison;
  try {
    logProgress('filling the database');
    const { workloads, statements } = await prepareWorkloads(place, articles);
    const all = contenders(place, statements, isRough);
    const servers = await Promise.all(all.map(startServer));
    const running = all.map((contender, index) => ({
      contender,
      server: servers[index] as Server,
      database: () => watchDatabase(place, contender.name),
    }));
    try {
      const chosen = workloads.filter(({ key }) => keys.length === 0 || keys.includes(key));
      const figures = await measureAll(running, chosen, { place, comparison });
      await mustBeRecorded(place);
      return figures;
    } finally {
      for (const { server } of running) server.stop();
    }
  } finally {
    await place.clear();
  }
}

async function measureAll(
  running: readonly Running[],
  workloads: readonly Workload[],
  { place, comparison }: { readonly place: TestDatabase; readonly comparison: Comparison },
): Promise<PlatformFigures> {
  const { effort, keys, isRough } = comparison;
  await getReady(running, workloads, isRough);
  const isPinned = await pinDatabase(place);
  const compared: Compared[] = [];
  for (const workload of workloads) {
    logProgress(workload.name);
    await quiet(place);
    compared.push(await compare(running, workload, comparison));
  }
  const worked = await megabytesOf(running);
  const few = running.filter(({ contender: { name } }) => /^bare( \+|.*http)|Lectern/.test(name));
  const crowds =
    keys.length > 0 ? [] : await byCrowds(few, workloads[0] as Workload, { ...effort, rounds: isRough ? 1 : FEW });
  const crowded = await megabytesOf(few);
  const memory = [...worked].map(([name, megabytes]) => ({ name, worked: megabytes, crowded: crowded.get(name) }));
  return { compared, crowds, memory, isPinned };
}

async function getReady(running: readonly Running[], workloads: readonly Workload[], isRough: boolean): Promise<void> {
  logProgress('warming up');
  for (const { server } of running) await settled(server);
  for (const { server, contender } of running) {
    const { requests, seconds } = contender.warmth;
    await warmUp(server, workloads, { requests, seconds: isRough ? seconds / 2 : seconds });
  }
}

async function megabytesOf(running: readonly Running[]): Promise<ReadonlyMap<string, number>> {
  return new Map(await Promise.all(running.map(async ({ server }) => [server.name, await server.memory()] as const)));
}

async function compare(
  running: readonly Running[],
  workload: Workload,
  { effort, pacedSeconds: seconds }: Comparison,
): Promise<Compared> {
  const figures = await figuresOf(running, workload, effort);
  const rate = Math.min(MAX_PACED, Math.round((figures[0]?.rate ?? 0) / 2));
  const latencies: Latency[] = [];
  for (const { server } of running)
    latencies.push(latencyOf(await latenciesAt({ server, question: workload }, { connections: CROWD, rate, seconds })));
  return { workload, figures, rate, latencies };
}

export function latencyOf(sorted: readonly number[]): Latency {
  const below = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: below(0.5), p99: below(0.99), p999: below(0.999) };
}

/**
 * Measures all servers with a workload. Servers with fewer rounds come last, because the database continues for seconds
 * with the statements of the slowest servers after their clients have given up.
 */
async function figuresOf(running: readonly Running[], question: Workload, effort: Effort): Promise<Figures[]> {
  const asked = running.map(({ contender: { rounds = effort.rounds }, ...one }) => ({ ...one, question, rounds }));
  const figures: Figures[] = [];
  for (const rounds of [...new Set(asked.map((one) => one.rounds))]) {
    const some = asked.filter((one) => one.rounds === rounds);
    figures.push(...(await inTurn(some, { ...effort, rounds, connections: CROWD })));
  }
  return running.map(({ server }) => figures.find(({ name }) => name === server.name) as Figures);
}

async function byCrowds(running: readonly Running[], question: Workload, effort: Effort): Promise<Crowded[]> {
  logProgress('few and many connections');
  const asked = running.map(({ server }) => ({ server, question }));
  const crowds: Crowded[] = [];
  for (const connections of CROWDS)
    crowds.push({ connections, figures: await inTurn(asked, { ...effort, connections }) });
  return crowds;
}
