import { contenders, type Contender } from './frameworks.ts';
import { logProgress } from './log_progress.ts';
import { latenciesAt } from './load.ts';
import { CROWD, inTurn, type Effort, type Figures } from './measure.ts';
import type { Place } from '../support/place.ts';
import { pinDatabase } from './pinning.ts';
import { placeOnServer, quiet } from './place_on_server.ts';
import { startServer, type Server } from './server_process.ts';
import { settled, warmUp } from './warm_up.ts';
import { prepareWorkloads, type Workload, type WorkloadKey } from './workloads.ts';

const CROWDS = [1, 8, CROWD, 512];
// Of what shows how something grows; the deciding figures have more.
const FEW = 7;
/** Requests a second at most, so that the load does not wait for itself. */
const MOST_PACED = 4_000;

/** What is compared, and how closely. */
export interface Comparison {
  readonly effort: Effort;
  readonly articles: number;
  /** All unless told. */
  readonly keys: readonly WorkloadKey[];
  /** Seconds at a fixed rate. */
  readonly pacedSeconds: number;
  /** Without other frameworks. */
  readonly isRough: boolean;
}

/** Milliseconds below which such a part of the answers came. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

/** The figures of one workload, the bare server's first and Lectern's last. */
export interface Compared {
  readonly workload: Workload;
  readonly figures: readonly Figures[];
  /** Requests a second at which latencies were measured. */
  readonly rate: number;
  readonly latencies: readonly Latency[];
}

/** Figures of the bare servers and of Lectern with so many connections. */
export interface Crowded {
  readonly connections: number;
  readonly figures: readonly Figures[];
}

/** The platform as shipped, and the same work done in other frameworks and in none. */
export interface PlatformFigures {
  readonly compared: readonly Compared[];
  /** The first workload, by few and by many at once. */
  readonly crowds: readonly Crowded[];
  readonly memory: readonly Memory[];
  /** Whether servers, and the connections of the database, had cores of their own. */
  readonly isPinned: boolean;
}

/** Megabytes of a server. */
export interface Memory {
  readonly name: string;
  /** After all workloads. */
  readonly worked: number;
  /** After the crowds, too; of those that had any. */
  readonly crowded: number | undefined;
}

interface Running {
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
    const running = all.map((contender, index) => ({ contender, server: servers[index] as Server }));
    try {
      const chosen = workloads.filter(({ key }) => keys.length === 0 || keys.includes(key));
      return await measureAll(running, chosen, { place, comparison });
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
  { place, comparison }: { readonly place: Place; readonly comparison: Comparison },
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
  const rate = Math.min(MOST_PACED, Math.round((figures[0]?.rate ?? 0) / 2));
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
 * Who is measured roughly comes after the others: the database goes on for seconds with what the slowest have asked, though
 * nobody waits for it any more.
 */
async function figuresOf(running: readonly Running[], question: Workload, effort: Effort): Promise<Figures[]> {
  const asked = running.map(({ server, contender: { rounds = effort.rounds } }) => ({ server, question, rounds }));
  const figures: Figures[] = [];
  for (const rounds of [...new Set(asked.map((one) => one.rounds))]) {
    const some = asked.filter((one) => one.rounds === rounds);
    figures.push(...(await inTurn(some, { ...effort, rounds, connections: CROWD })));
  }
  return running.map(({ server }) => figures.find(({ name }) => name === server.name) as Figures);
}

async function byCrowds(running: readonly Running[], question: Workload, effort: Effort): Promise<Crowded[]> {
  logProgress('by few and by many at once');
  const asked = running.map(({ server }) => ({ server, question }));
  const crowds: Crowded[] = [];
  for (const connections of CROWDS)
    crowds.push({ connections, figures: await inTurn(asked, { ...effort, connections }) });
  return crowds;
}
